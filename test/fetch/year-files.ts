// The files of drawn sources, release by release, and what their servers do on days of a fault.
import {gzipSync} from "node:zlib";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import {emissMessage} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {dayOf, dayText, monthIndex} from "../../src/statistics/time/day.ts";
import {type Behaviour, gives, status} from "./false-publisher.ts";
import {type DrawnSource, drawn, type Random, YEAR} from "./year-publishers.ts";

/** Releases that leave out values which the one before had: their publisher takes them back, and the checks hold them. */
export type TakenBack = ReadonlySet<string>;

export function releaseName({id}: DrawnSource, release: number): string {
  return `${id} ${release}`;
}

/** The whole file of a release; the members of a package in another order on odd days, because publishers pack anew. */
export function fileOf(source: DrawnSource, release: number, takenBack: TakenBack, isOdd = false): Buffer {
  if (source.dating === "file") return packageOf(source, release, takenBack.has(releaseName(source, release)), isOdd);
  const observations = Array.from({length: 8}, (_, at) => [String(YEAR - 8 + at), figureOf(release, at)] as const);
  const indicator = source.dataset.slice("fedstat/".length);
  const codeLists = {s_OKATO: {"643": "Российская Федерация"}};
  const text = emissMessage({indicator, lastUpdate: null, codeLists, series: [{key: {s_OKATO: "643"}, observations}]});
  return Buffer.from(text.replaceAll("2025-07-11T20:39:21", isOdd ? "2025-02-02T01:02:03" : "2025-02-03T01:02:03"));
}

/** The last value changes with each release, and one before it with every third. */
function figureOf(release: number, at: number): string {
  const changed = at === 7 ? release : at === 6 ? Math.floor(release / 3) : 0;
  return String(100 + at + changed / 10);
}

function packageOf(source: DrawnSource, release: number, isTakenBack: boolean, isOdd: boolean): Buffer {
  const day = dayText(source.days[release]!);
  const published = source.days.slice(0, release + 1).map((one) => periodOf(source, one));
  const rows = [...new Set(published)].map((period, at, all) => {
    const changed = all.length - at === 2 ? Math.floor(release / 3) : 0;
    return `x,643,${period},${100 + at + changed / 10}`;
  });
  const kept = isTakenBack ? rows.map((row, at) => (at % 3 === 1 ? row.replace(/[^,]*$/, "") : row)) : rows;
  const [provider, dataset] = source.dataset.split("/");
  const metadata = {provider, dataset, name: source.id, published_at: day, units: [{code: "PCT", name: "%"}]};
  const members = [
    {name: "dataset.json", content: JSON.stringify(metadata)},
    {name: "observations.csv", content: `indicator,geo,period,value\n${kept.join("\n")}\n`},
  ];
  return zipOf(isOdd ? members.toReversed() : members);
}

/** The period that ended before the release. */
function periodOf({rhythm}: DrawnSource, day: number): string {
  if (rhythm === "daily") return dayText(day - 1);
  const month = monthIndex(day) - 1;
  if (rhythm === "annual") return String(Math.floor(monthIndex(day) / 12) - 1);
  if (rhythm === "quarterly") return dayText(dayOf(Math.floor(month / 12), (month % 12) + 1, 1)).slice(0, 7);
  return dayText(dayOf(Math.floor(month / 12), (month % 12) + 1, 1)).slice(0, 7);
}

export interface DrawnFault {
  readonly source: DrawnSource;
  /** Of this release, or the days before it. */
  readonly release: number;
  readonly from: number;
  readonly until: number;
  readonly kind: (typeof FAULT_KINDS)[number];
}

export const FAULT_KINDS = [
  ...([
    "page",
    "captcha",
    "half",
    "cut",
    "zeros",
    "empty",
    "other encoding",
    "403",
    "404",
    "500",
    "closed",
    "hang",
  ] as const),
  ...(["loop", "private redirect", "bomb", "broken coding", "other dataset", "older file", "other layout"] as const),
] as const;

export const UNREACHABLE: ReadonlySet<string> = new Set(["cut", "500", "closed", "hang", "broken coding"]);

/** Faults from one day before a release to three after it, at most one for a release, and none where the next release would be missed. */
export function drawFaults(random: Random, sources: readonly DrawnSource[], count: number): readonly DrawnFault[] {
  const faults = new Map<string, DrawnFault>();
  const perKind = Array.from({length: count}, (_, at) => FAULT_KINDS[at % FAULT_KINDS.length]!);
  for (const kind of perKind)
    for (;;) {
      const source = drawn(random, sources);
      const inYear = source.days.flatMap((day, release) => (isInYear(day) && release > 1 ? [release] : []));
      if (inYear.length === 0) continue;
      const release = drawn(random, inYear);
      const from = source.days[release]! - Math.floor(random() * 2);
      const until = from + (UNREACHABLE.has(kind) ? 4 : Math.floor(random() * 4));
      const near = [release - 1, release, release + 1].some((one) => faults.has(releaseName(source, one)));
      if (near) continue;
      faults.set(releaseName(source, release), {source, release, from, until, kind});
      break;
    }
  return [...faults.values()];
}

export function isInYear(day: number): boolean {
  return day >= dayOf(YEAR, 1, 1) && day <= dayOf(YEAR, 12, 31);
}

/** What the server of the source does. @param good the file that it should give, and one from before the last that was loaded */
export function behaviourOf(
  kind: DrawnFault["kind"],
  {now, before, other}: Record<"now" | "before" | "other", Buffer>,
): Behaviour {
  switch (kind) {
    case "page":
      return gives("<!DOCTYPE html><html><title>Maintenance</title>");
    case "captcha":
      return gives("\n<html><body><form class=captcha>");
    case "half":
      return gives(now.subarray(0, now.length >> 1));
    case "cut":
      return (response) => {
        response.writeHead(200, {"content-length": String(now.length)});
        response.write(now.subarray(0, now.length >> 1));
        setTimeout(() => response.destroy(), 5);
      };
    case "zeros":
      return gives(Buffer.alloc(now.length));
    case "empty":
      return gives("");
    case "other encoding":
      return gives(Buffer.from(now.toString("latin1"), "utf16le"));
    case "closed":
      return (response) => void response.destroy();
    case "hang":
      return () => {};
    case "loop":
      return (response, {path}) => void response.writeHead(302, {location: path}).end();
    case "private redirect":
      return status(302, {location: "http://169.254.169.254/latest"});
    case "bomb":
      return gives(gzipSync(Buffer.alloc(5_000_000, 65)), {"content-encoding": "gzip"});
    case "broken coding":
      return gives("no gzip", {"content-encoding": "gzip"});
    case "other dataset":
      return gives(other);
    case "older file":
      return gives(before);
    case "other layout":
      return gives("Region;Year;Output_t\nNorth;2024;34,7\n");
    default:
      return status(Number(kind));
  }
}
