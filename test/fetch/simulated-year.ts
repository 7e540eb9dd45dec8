// A server of a simulated year in one process: the scheduler with real fetches from a false publisher, a person who accepts what is right,
// the sender of letters, and the estimates that the calendar shows.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {stringify} from "yaml";
import {createScheduler} from "../../src/cli/serve/scheduler.ts";
import {fetchSource} from "../../src/fetch/run/fetch-source.ts";
import type {FetchSource} from "../../src/fetch/sources/source.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import type {Event} from "../../src/service/events.ts";
import {dayOf, dayText} from "../../src/statistics/time/day.ts";
import type {Store} from "../../src/store/open.ts";
import {createDatasetOverview} from "../../src/store/overview/dataset-overview.ts";
import {expectedRelease} from "../../src/store/overview/expected-release.ts";
import {listHeldRuns} from "../../src/store/releases/unpublished-run.ts";
import {ryad} from "../command.ts";
import {type ReceivedLetter, startMailServer} from "../mail-server.ts";
import {openSender} from "../messages/receiver.ts";
import {gives, startFalsePublisher, status} from "./false-publisher.ts";
import {QUICK} from "./fetching.ts";
import {behaviourOf, type DrawnFault, fileOf, type TakenBack} from "./year-files.ts";
import {type DrawnSource, YEAR} from "./year-publishers.ts";

export interface YearTerms {
  readonly store: Store;
  readonly dataFolder: string;
  readonly folder: string;
  readonly sources: readonly DrawnSource[];
  readonly faults: readonly DrawnFault[];
  readonly takenBack: TakenBack;
}

export interface SimulatedYear {
  /** What happens on the day: looks, loads, letters. */
  pass(day: number): Promise<void>;
  /** By source: the days of its requests, in their order. */
  readonly looks: ReadonlyMap<string, readonly number[]>;
  readonly letters: readonly ReceivedLetter[];
  readonly events: readonly Event[];
  /** By rhythm: how many estimates were made after releases, and how many held within two days. */
  readonly estimates: ReadonlyMap<string, {made: number; held: number}>;
}

export async function startYear(t: TestContext, terms: YearTerms): Promise<SimulatedYear> {
  const {store, dataFolder, folder, sources, faults, takenBack} = terms;
  const {received, url} = await startMailServer(t);
  const settings = {smtpUrl: url, mailFrom: "stat@example.org", operatorMail: "operator@example.org"};
  const sender = openSender(t, store, {settings, dataFolder});
  const looks = new Map<string, number[]>(sources.map(({id}) => [id, []]));
  let today = dayOf(YEAR, 1, 1) as number;
  const path = join(folder, "sources.yaml");
  const publisher = await startFalsePublisher(t);
  writeFileSync(path, stringify({sources: [calendarSource(publisher.origin, sources), ...sources.map(ofFile)]}));
  publisher.on("/calendar.ics", (...call) => gives(calendarText(sources, today))(...call));
  for (const source of sources)
    publisher.on(addressOf(source), (response, request, socket) => {
      looks.get(source.id)!.push(today);
      const release = source.days.findLastIndex((day) => day <= today);
      const fault = faultOn(faults, source, today);
      const [now, before] = [release, Math.max(0, release - 2)].map((one) =>
        fileOf(source, one, takenBack, today % 2 === 1),
      );
      const [modified, etag] = [source.days[release]! * 86_400_000 + 6 * 3_600_000, `"${release}"`];
      const headers = {
        ...(source.dating === "calendar" ? {} : {"last-modified": new Date(modified).toUTCString()}),
        ...(source.hasEtag ? {etag} : {}),
      };
      if (fault !== null) {
        const other = fileOf({...source, dataset: otherDataset(source)}, release, takenBack);
        behaviourOf(fault.kind, {now: now!, before: before!, other})(response, request, socket);
      } else if (request.headers["if-none-match"] === etag) status(304, headers)(response, request, socket);
      else gives(now!, headers)(response, request, socket);
    });

  function ofFile(source: DrawnSource): FetchSource {
    const when = source.cron === null ? {after: "calendar" as const} : {cron: source.cron};
    const [provider, dataset] = source.dataset.split("/") as [string, string];
    const own = {id: source.id, url: `${publisher.origin}${addressOf(source)}`, polite: QUICK, as: {provider, dataset}};
    return {...own, when: {...when, zone: "Europe/Moscow"}, limits: {bytes: 1_000_000, seconds: 0.5}};
  }

  const clock = (): Date => new Date(today * 86_400_000 + 8 * 3_600_000);
  const events: Event[] = [];
  const fetchTerms = {store, folder, agent: "year", now: clock, onProgress: () => {}};
  const scheduler = createScheduler({
    ...{store, path, now: clock, emit: (event) => events.push(event)},
    async fetch(source, moment) {
      const run = await fetchSource(fetchTerms, source, {moment, isAgain: false});
      return run && {outcome: run.outcome, words: run.attempts.map(({words}) => words).join("; ")};
    },
  });
  const overview = createDatasetOverview(store.statistics);
  const estimates = new Map<string, {made: number; held: number}>();
  const releases = new Map<string, number>();

  async function noteEstimates(): Promise<void> {
    const found = new Map((await overview.read()).map((one) => [`${one.dataset.provider}/${one.dataset.code}`, one]));
    for (const source of sources) {
      const one = found.get(source.dataset)!;
      if (one.published === null || releases.get(source.id) === one.published) continue;
      releases.set(source.id, one.published);
      const next = source.days.find((day) => day > one.published!);
      const expected = expectedRelease(one, today);
      if (expected === null || expected.isAnnounced || next === undefined) continue;
      const count = estimates.get(source.rhythm) ?? {made: 0, held: 0};
      count.made++;
      if (Math.abs(expected.day - next) <= 2) count.held++;
      estimates.set(source.rhythm, count);
    }
  }

  return {
    ...{looks, letters: received, events, estimates},
    async pass(day) {
      today = day;
      await scheduler.look();
      for (const {id} of await store.statistics.read((q) => listHeldRuns(q)))
        await acceptRun(store, id, {...PLAIN_EFFECTS, now: clock});
      sender.clock.now = clock();
      await sender.round();
      await noteEstimates();
    },
  };
}

export function faultOn(faults: readonly DrawnFault[], {id}: DrawnSource, day: number): DrawnFault | null {
  return faults.find(({source, from, until}) => source.id === id && day >= from && day <= until) ?? null;
}

/** Loads releases as a person does who has each file and knows its day. */
export function loadByHand(folder: string, takenBack: TakenBack) {
  return async (store: Store, source: DrawnSource, release: number): Promise<void> => {
    const path = join(folder, addressOf(source).slice(1));
    writeFileSync(path, fileOf(source, release, takenBack));
    const publishedAt = source.dating === "file" ? null : dayText(source.days[release]!);
    const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt}, PLAIN_EFFECTS);
    if (held !== null) await acceptRun(store, held.run, PLAIN_EFFECTS);
  };
}

/** Every estimate of every vintage, as lines. */
export async function exportOf(dataFolder: string, folder: string): Promise<readonly string[]> {
  const path = join(folder, "export.csv");
  const {code, stderr} = await ryad(["export", "--estimates", path], {RYAD_DATA: dataFolder});
  if (code !== 0) throw new Error(stderr);
  return readFileSync(path, "utf8").split("\n");
}

function addressOf({id, dating}: DrawnSource): string {
  return `/${id}.${dating === "file" ? "zip" : "xml"}`;
}

function otherDataset({dating}: DrawnSource): string {
  return dating === "file" ? "showdata/other" : "fedstat/98000";
}

function calendarSource(origin: string, sources: readonly DrawnSource[]): FetchSource {
  const announces = Object.fromEntries(
    sources.filter(({dating}) => dating === "calendar").map(({dataset, id}) => [dataset, `^${id}$`]),
  );
  const when = {cron: "0 9 * * 1", zone: "Europe/Moscow"};
  return {id: "calendar", url: `${origin}/calendar.ics`, announces, when, polite: QUICK};
}

/** The next four months, and the last one. */
function calendarText(sources: readonly DrawnSource[], today: number): string {
  const events = sources
    .filter(({dating}) => dating === "calendar")
    .flatMap(({id, days}) =>
      days
        .filter((day) => day > today - 30 && day < today + 120)
        .flatMap((day) => [
          ...["BEGIN:VEVENT", `UID:${id}-${day}`, "DTSTAMP:20250101T000000Z", `SUMMARY:${id}`],
          ...[`DTSTART;VALUE=DATE:${dayText(day).replaceAll("-", "")}`, "END:VEVENT"],
        ]),
    );
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", ...events, "END:VCALENDAR", ""].join("\r\n");
}
