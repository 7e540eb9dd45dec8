// The trial of one format: a damaged release is loaded, alone and behind the release before it. What is published must be true and not less.
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {DEFAULT_COUNTRY} from "../../src/country/countries.ts";
import {discardHeldRun} from "../../src/load/held-release.ts";
import {previewDescriptor} from "../../src/load/proposal/preview.ts";
import type {LoadOutcome} from "../../src/load/publish-files.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import type {LoadHints} from "../../src/load/source.ts";
import {builtInDescriptors} from "../../src/load/sources/described-workbooks.ts";
import {withdraw} from "../../src/load/withdrawal.ts";
import {Refusal} from "../../src/service/refusal.ts";
import {decodeHistory} from "../../src/statistics/history/decode.ts";
import {parseDay} from "../../src/statistics/time/day.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import type {Store} from "../../src/store/open.ts";
import {listReleases} from "../../src/store/releases/release.ts";
import {scanHistories} from "../../src/store/series/history.ts";
import {readSeries} from "../../src/store/series/series.ts";
import {type Scope, temporaryFolder, temporaryStore} from "../../test/warehouse.ts";
import type {CutFormat, Files} from "./format.ts";

/** "same": published with every value of the whole; "part": with fewer. */
export type Verdict = "refused" | "held" | "same" | "part";

export interface Judgement {
  readonly verdict: Verdict;
  /** What was published and is false; null: nothing. */
  readonly wrong: string | null;
}

export interface Trial {
  /** The file of the whole release that is damaged. */
  readonly bytes: Buffer;
  /** @param mayLack the damage can't be seen, so that a part of the values may be published; never fewer series than before */
  judge(damaged: Uint8Array, mayLack: boolean): Promise<Judgement[]>;
}

export async function openTrial(scope: Scope, format: CutFormat): Promise<Trial> {
  const folder = await temporaryFolder(scope);
  const {store: empty} = await temporaryStore(scope);
  const {store: carried} = await temporaryStore(scope);
  const [[name, content]] = Object.entries(format.release) as [[string, string | Uint8Array]];
  const first = await publish(carried, format, format.before, folder, "2017-11-01");
  if (!first.changed || first.series === 0) throw new Error(`the release before does not load: ${words(first)}`);
  const whole = await publish(empty, format, format.release, folder, "2017-12-01");
  if (!whole.changed) throw new Error(`the whole release does not load: ${words(whole)}`);
  const values = await valuesOf(empty, whole);
  await takeBack(empty, whole);

  const judgeIn = async (store: Store, damaged: Uint8Array, mayLack: boolean): Promise<Judgement> => {
    const files = {...format.release, [name]: damaged};
    const outcome = await loadFiles(store, format, files, folder, "2017-12-01").catch((error) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (outcome === null) return {verdict: "refused", wrong: null};
    if (outcome.held !== null) {
      await discardHeldRun(store, outcome.held.run, {by: "a test", reason: ""}, new Date());
      return {verdict: "held", wrong: null};
    }
    // The bytes of the release before, under its own day.
    if (!outcome.changed) return {verdict: "same", wrong: null};
    if (format.proposed) return {verdict: "same", wrong: "a proposal is published without the word of a person"};
    const wrong: string[] = [];
    for (const [key, value] of await valuesOf(store, outcome))
      if (value !== values.get(key)) wrong.push(`${key} is published as ${value} instead of ${values.get(key)}`);
    const isWhole = outcome.values === whole.values;
    if (!isWhole && !mayLack) wrong.push(`${outcome.values} of ${whole.values} values are published`);
    // A package with its header alone is a release of names (CONTRACT 2.1).
    const isOfNames = outcome.series === 0 && "dataset.json" in format.release;
    if (store === carried && outcome.series < first.series && !isOfNames)
      wrong.push(`${outcome.series} series are published behind ${first.series}`);
    await takeBack(store, outcome);
    return {verdict: isWhole ? "same" : "part", wrong: wrong[0] ?? null};
  };
  return {
    bytes: Buffer.from(content as string),
    judge: async (damaged, mayLack) => [
      await judgeIn(empty, damaged, mayLack),
      await judgeIn(carried, damaged, mayLack),
    ],
  };
}

/** The person accepts the proposal for a whole file. */
async function publish(...[store, format, ...rest]: Parameters<typeof loadFiles>): Promise<LoadOutcome> {
  const outcome = await loadFiles(store, format, ...rest);
  return format.proposed && outcome.held !== null ? await acceptRun(store, outcome.held.run) : outcome;
}

async function loadFiles(
  store: Store,
  {untold, provider, dataset, proposed}: CutFormat,
  files: Files,
  parent: string,
  day: string,
) {
  const folder = join(parent, String(++folders));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const names = Object.keys(files);
  const path = names.length === 1 ? join(folder, names[0]!) : folder;
  const hints = {provider: provider ?? null, dataset: dataset ?? null, publishedAt: untold ? day : null};
  const descriptor = proposed ? await proposalFor(path, hints) : null;
  return await loadPath(store, path, hints, {...PLAIN_EFFECTS, descriptor});
}

/** As `ryad load --describe` makes it. */
async function proposalFor(path: string, {provider, dataset, publishedAt}: LoadHints): Promise<{text: string}> {
  const day = parseDay(publishedAt!)!;
  const {descriptor} = await previewDescriptor(path, {
    ...{country: DEFAULT_COUNTRY, given: day, today: day, descriptor: null, builtIn: builtInDescriptors()},
    ...{provider: provider!, dataset: dataset!, answers: {territory: null, unit: null}},
  });
  return {text: JSON.stringify(descriptor, null, 2)};
}

let folders = 0;

/** Every estimate of the release's day, by series and period. */
async function valuesOf(
  store: Store,
  {provider, dataset: code, publishedAt}: LoadOutcome,
): Promise<Map<string, number>> {
  const day = parseDay(publishedAt);
  const values = new Map<string, number>();
  await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider, dataset: code});
    const keys = new Map((yield* readSeries(q, dataset!.id)).map(({number, key}) => [number, key]));
    for (const {number, estimates} of yield* scanHistories(q, dataset!.id, -1, 1_000_000)) {
      const {count, period, value, day: days} = decodeHistory(estimates);
      for (let row = 0; row < count; row++)
        if (days[row] === day) values.set(`${keys.get(number)} ${period[row]}`, value[row]!);
    }
  });
  return values;
}

async function takeBack(store: Store, {provider, dataset: code, publishedAt}: LoadOutcome): Promise<void> {
  const releases = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider, dataset: code});
    return yield* listReleases(q, dataset!.id);
  });
  const own = releases.filter(({publishedAt: day}) => day === parseDay(publishedAt));
  await withdraw(store, own.at(-1)!.id, {now: () => new Date(), memoryLimit: 2 ** 26});
}

function words({held}: LoadOutcome): string {
  return (held?.checks ?? [])
    .filter(({passed}) => !passed)
    .map(({name, seen}) => `${name}: ${seen}`)
    .join("; ");
}
