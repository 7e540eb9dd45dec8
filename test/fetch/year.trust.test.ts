// A year of forty sources, day by day, by the parts that run in a server: scheduler, fetches over HTTP, checks, letters by SMTP.
//
// What a perfect operator would have loaded: each release on the first day on which its file was to be had. The clock is a simulated one and
// steps by a day; leases and the pace of hosts go by the real one. RYAD_YEAR_SEED draws another year.
import assert from "node:assert/strict";
import {cpSync, existsSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {dayOf} from "../../src/statistics/time/day.ts";
import {openStore} from "../../src/store/open.ts";
import {textOf} from "../mail-server.ts";
import {temporaryFolder} from "../warehouse.ts";
import {exportOf, faultOn, loadByHand, startYear} from "./simulated-year.ts";
import {type DrawnFault, drawFaults, isInYear, releaseName, type TakenBack, UNREACHABLE} from "./year-files.ts";
import {type DrawnSource, drawSources, seeded, YEAR} from "./year-publishers.ts";

const FAULTS = 57;
// A disk is not what is tested, and its waits would be most of the time.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
const FIRST: number = dayOf(YEAR, 1, 1);

test("a simulated year of forty sources with faults of every kind ends as a perfect operator would have it, with each fault told once, and four in five estimates within two days [fetch.year]", async (t) => {
  const random = seeded(Number(process.env["RYAD_YEAR_SEED"] ?? 42));
  const sources = drawSources(random);
  const faults = drawFaults(random, sources, FAULTS);
  const takenBack = drawTakenBack(random, sources, faults);
  const folder = await temporaryFolder(t);
  const load = loadByHand(folder, takenBack);
  let time = Date.now();
  const lap = (what: string): void => {
    t.diagnostic(`${what}: ${Math.round((Date.now() - time) / 100) / 10} s`);
    time = Date.now();
  };
  const [dataFolder, perfectFolder] = [join(folder, "real"), join(folder, "perfect")];
  const past = await openStore({dataFolder});
  for (const source of sources)
    for (const [release, day] of source.days.entries()) if (day < FIRST) await load(past, source, release);
  await past.close();
  cpSync(dataFolder, perfectFolder, {recursive: true});
  const [store, perfect] = [await openStore({dataFolder}), await openStore({dataFolder: perfectFolder})];
  t.after(async () => {
    await store.close();
    await perfect.close();
  });
  lap("history");
  const year = await startYear(t, {store, dataFolder, folder, sources, faults, takenBack});
  for (let day = FIRST; isInYear(day); day++) await year.pass(day);
  lap("year");
  for (const source of sources) {
    let loaded = -1;
    for (let day = FIRST; isInYear(day); day++) {
      const release = source.days.findLastIndex((one) => one <= day);
      if (source.days[release]! < FIRST || release === loaded || faultOn(faults, source, day) !== null) continue;
      await load(perfect, source, release);
      loaded = release;
    }
  }
  lap("perfect operator");
  const {looks, letters, events, estimates} = year;
  assert.deepEqual(
    events.filter(({type}) => type === "fetch-failed"),
    [],
  );
  const isReported = ({source, from, until, kind}: DrawnFault): boolean => {
    const days = looks.get(source.id)!.filter((day) => day >= from && day <= until);
    return new Set(days).size >= (UNREACHABLE.has(kind) ? 3 : 1);
  };
  const expected = faults.filter(isReported).map(({source}) => source.id);
  const reasons = letters.flatMap((letter) => /Reason: (\S+) \(\w+\)/.exec(textOf(letter))?.[1] ?? []);
  const held = letters.filter((letter) => /held for a check/.test(textOf(letter)));
  t.diagnostic(
    `${expected.length} of ${faults.length} faults were met; ${held.length} runs held; ${letters.length} letters`,
  );
  for (const [rhythm, {made, held: good}] of estimates) t.diagnostic(`${rhythm}: ${good} of ${made} within two days`);
  assert.deepEqual(reasons.sort(), expected.sort());
  assert.equal(held.length, takenBack.size);
  // A difference of whole exports would be computed for hours.
  const [own, wanted] = [await exportOf(dataFolder, folder), await exportOf(perfectFolder, folder)];
  assert.deepEqual(linesOnlyIn(own, wanted), [], "lines that a perfect operator would not have");
  assert.deepEqual(linesOnlyIn(wanted, own), [], "lines that only a perfect operator has");
  assert.equal(own.length, wanted.length);
  const sum = (which: "made" | "held"): number =>
    [...estimates].reduce((total, [rhythm, one]) => total + (rhythm === "daily" ? 0 : one[which]), 0);
  assert.ok(sum("held") >= sum("made") * 0.8, `${sum("held")} of ${sum("made")} without the daily ones`);
});

const LINES_SHOWN = 20;

function linesOnlyIn(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line)).slice(0, LINES_SHOWN);
}

/** Eight releases of sources with packages, none near a fault; fewer if a year has not as many. */
function drawTakenBack(
  random: () => number,
  sources: readonly DrawnSource[],
  faults: readonly DrawnFault[],
): TakenBack {
  const found = new Set<string>();
  const packages = sources.filter(({dating, rhythm}) => dating === "file" && rhythm !== "daily");
  const left = packages.flatMap((source) => {
    const first = source.days.findIndex((day) => isInYear(day));
    return [0, 1, 2].map((next) => ({source, release: first + next})).filter(({release}) => release in source.days);
  });
  while (found.size < 8 && left.length > 0) {
    const [{source, release}] = left.splice(Math.floor(random() * left.length), 1) as [(typeof left)[number]];
    const isNear = faults.some((fault) => fault.source === source && Math.abs(fault.release - release) < 2);
    const isNext = [release - 1, release + 1].some((one) => found.has(releaseName(source, one)));
    if (isInYear(source.days[release]!) && !isNear && !isNext) found.add(releaseName(source, release));
  }
  return found;
}
