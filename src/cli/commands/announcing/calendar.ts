// `ryad calendar announce`: the days of release that a publisher has announced, from a list.
//
// The list replaces the announced days to come of each of its datasets.
import {readFile} from "node:fs/promises";
import {Refusal} from "../../../service/refusal.ts";
import {parseDay, todayOf} from "../../../statistics/time/day.ts";
import {type Announcement, announceReleases} from "../../../store/overview/announced.ts";
import {counted} from "../../../text/counted.ts";
import {type Command, DATA_OPTION, DONE, option, textOption} from "../../command.ts";
import {withStore} from "../../open-store.ts";

export const calendarAnnounce: Command = {
  name: "calendar announce",
  positionals: ["FILE"],
  options: {
    source: option("WORDS", "who announced the days, in words or as an address; the file's name when absent"),
    data: DATA_OPTION,
  },
  summary: "stores the days on which publishers announced releases",
  details: [
    "FILE has a line for each day: PROVIDER,DATASET,YYYY-MM-DD. They replace the days to come that were announced for these datasets",
    "before. The calendar then shows them as announced, and estimates nothing for these datasets.",
  ],
  async run(call) {
    const {positionals, settings, say} = call;
    const [file] = positionals as readonly [string];
    const text = await readFile(file, "utf8").catch((error: Error) => {
      throw new Refusal(`${file} cannot be read: ${error.message}`);
    });
    const announcements = readAnnouncements(text);
    const now = new Date();
    const today = todayOf(settings.today, now);
    const source = textOption(call, "source") ?? file;
    await withStore(settings, "change", (store) =>
      store.statistics.write((q) => announceReleases(q, announcements, source, {now: now.toISOString(), today})),
    );
    const days = announcements.reduce((sum, one) => sum + one.days.length, 0);
    say(`${counted(days, "day")} of ${counted(announcements.length, "dataset")} announced`);
    return DONE;
  },
};

/** @throws Refusal that names the line; a list without a day is refused too */
function readAnnouncements(text: string): readonly Announcement[] {
  const days = new Map<string, Set<number>>();
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [provider = "", dataset = "", written = "", ...more] = line.split(",").map((cell) => cell.trim());
    const day = parseDay(written);
    if (provider === "" || dataset === "" || day === null || more.length > 0)
      throw new Refusal(`line ${at + 1} is not PROVIDER,DATASET,YYYY-MM-DD: ${line}`);
    const code = `${provider}/${dataset}`;
    days.set(code, (days.get(code) ?? new Set()).add(day));
  }
  if (days.size === 0) throw new Refusal("the list has no day");
  return [...days].map(([code, own]) => {
    const cut = code.indexOf("/");
    return {provider: code.slice(0, cut), dataset: code.slice(cut + 1), days: [...own]};
  });
}
