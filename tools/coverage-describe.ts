// The share of a file's cells that `ryad describe` alone reads right, with the built-in descriptors taken away.
//
// A cell is right if value, frequency, period, territory, unit and transformation are those of the built-in descriptor, whose values other
// readers confirm (coverage-draw.ts), and if the same cells are one series. A series that mixes the cells of two is wrong in all of them.
// FILES print their figures; `--write FILES` writes this part of docs/coverage.md, which `npm run coverage:sources -- --write` writes whole.
import {execFile} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {basename, join} from "node:path";
import {promisify} from "node:util";
import {countryOf} from "../src/country/countries.ts";
import {createObservationBuffer} from "../src/load/buffer/observation-buffer.ts";
import type {Descriptor} from "../src/load/described/descriptor/descriptor.ts";
import {readDescribed} from "../src/load/described/read-described.ts";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import type {Answers} from "../src/load/proposal/answers.ts";
import {descriptorText} from "../src/load/proposal/descriptor-text.ts";
import {proposeDescriptor} from "../src/load/proposal/proposal.ts";
import type {LoadHints, ObservationSink} from "../src/load/source.ts";
import {builtInDescriptors} from "../src/load/sources/described-workbooks.ts";
import {findParser} from "../src/load/sources/sources.ts";
import {Refusal} from "../src/service/refusal.ts";
import type {SeriesDimensions} from "../src/statistics/catalogue/catalogue.ts";
import {parseDay} from "../src/statistics/time/day.ts";
import {type AloneSummary, alonePart} from "./coverage-page.ts";

/** For files that do not give their day; both readings have the same one. */
const PUBLISHED_AT = "2019-12-20";

export interface DescribedAlone {
  /** The built-in descriptor that reads the file, and the lines of its JSON. */
  readonly family: string;
  readonly familyLines: number;
  readonly cells: number;
  readonly right: number;
  readonly wrong: number;
  /** Those of the wrong ones that only have more digits: the built-in descriptor rounds them to the digits shown. */
  readonly unrounded: number;
  /** Lines of the proposed descriptor, without comments. */
  readonly lines: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly differences: ReadonlyMap<string, number>;
  readonly descriptor: Descriptor | null;
}

interface Value {
  readonly facts: string;
  readonly series: string;
}

/** null: no built-in descriptor reads the file. */
async function describeAlone(path: string, answers: Answers): Promise<DescribedAlone | null> {
  const {files} = await collectSourceFiles(path);
  const parser = await findParser(files);
  if (parser === null || !["rosstat_files", "cbr-workbooks", "showdata"].includes(parser.name)) return null;
  const named = {provider: null, dataset: null};
  let [provider, dataset] = ["", ""];
  const known = await valuesOf((sink) =>
    parseDated(async (hints) => {
      const reading = await parser.parse(files, hints, sink);
      ({dataset, provider} = reading.metadata);
      return reading;
    }, named),
  );
  const [family = "", own] = [...builtInDescriptors()].find(([, one]) => namesDataset(one, dataset)) ?? [];
  const country = countryOf("RU")!;
  const name = {provider, dataset: "proposed", file: basename(path)};
  const differences = new Map<string, number>();
  const reasons = new Map<string, number>();
  let found = new Map<string, Value>();
  let descriptor: Descriptor | null = null;
  try {
    const proposal = await proposeDescriptor(
      files[0]!,
      country,
      {given: parseDay(known.publishedAt)!, today: parseDay(known.publishedAt)!},
      name,
      answers,
    );
    descriptor = proposal.descriptor;
    found = (
      await valuesOf(async (sink) => {
        await readDescribed(proposal.descriptor, files[0]!, {...named, publishedAt: known.publishedAt}, sink);
        return known.publishedAt;
      }, reasons)
    ).values;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reasons.set(error.message.split("\n")[0]!, known.values.size);
  }
  const mixed = mixedSeries(known.values, found);
  let [right, wrong, unrounded] = [0, 0, 0];
  const differ = (what: string) => differences.set(what, (differences.get(what) ?? 0) + 1);
  for (const [at, value] of found) {
    const wanted = known.values.get(at);
    if (wanted === undefined) {
      differ(`${at.split("!")[0]}: is no value: ${value.facts}`);
      wrong++;
    } else if (wanted.facts !== value.facts) {
      if (isUnrounded(value.facts, wanted.facts)) unrounded++;
      differ(
        `${at.split("!")[0]}: ${value.facts.split(" ").filter((one, at) => one !== wanted.facts.split(" ")[at])} for ${wanted.facts.split(" ").filter((one, at) => one !== value.facts.split(" ")[at])}`,
      );
      wrong++;
    } else if (mixed.has(value.series)) {
      differ(`${at.split("!")[0]}: two series in one, or one in two`);
      wrong++;
    } else right++;
  }
  const lines = linesOf(descriptor);
  return {
    family,
    familyLines: linesOf(own ?? null),
    cells: known.values.size,
    right,
    wrong,
    unrounded,
    lines,
    reasons,
    differences,
    descriptor,
  };
}

/** Whether only the value differs, and only in digits behind those of the other one. */
function isUnrounded(facts: string, wanted: string): boolean {
  const [value, ...rest] = facts.split(" ");
  const [shown, ...others] = wanted.split(" ");
  const decimals = shown!.split(".")[1]?.length ?? 0;
  return rest.join(" ") === others.join(" ") && Number(Number(value).toFixed(decimals)) === Number(shown);
}

function namesDataset({dataset, members = {}}: Descriptor, code: string): boolean {
  return dataset.code === code || Object.values(members).some((member) => member.code === code);
}

function linesOf(descriptor: Descriptor | null): number {
  if (descriptor === null) return 0;
  const {comments: _comments, key: _key, ...language} = descriptor;
  return descriptorText(language).split("\n").length;
}

/** Series of the proposal that have cells of several series, or only some of the cells of one. */
function mixedSeries(known: ReadonlyMap<string, Value>, found: ReadonlyMap<string, Value>): Set<string> {
  const [owners, parts] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (to: Map<string, Set<string>>, key: string, one: string) => {
    const there = to.get(key);
    if (there === undefined) to.set(key, new Set([one]));
    else there.add(one);
  };
  for (const [at, {series}] of found) {
    const own = known.get(at)?.series;
    if (own === undefined) continue;
    add(owners, series, own);
    add(parts, own, series);
  }
  const bad = new Set<string>();
  for (const [series, of] of owners) if (of.size > 1) bad.add(series);
  for (const texts of parts.values()) if (texts.size > 1) for (const text of texts) bad.add(text);
  return bad;
}

async function parseDated(
  parse: (hints: LoadHints) => Promise<{metadata: {publishedAt: number}}>,
  named: Omit<LoadHints, "publishedAt">,
) {
  const day = ({metadata}: {metadata: {publishedAt: number}}) =>
    new Date(metadata.publishedAt * 86_400_000).toISOString().slice(0, 10);
  try {
    return day(await parse({...named, publishedAt: null}));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return day(await parse({...named, publishedAt: PUBLISHED_AT}));
  }
}

async function valuesOf(read: (sink: ObservationSink) => Promise<string>, reasons = new Map<string, number>()) {
  const values = new Map<string, Value>();
  const locations = new Map<string, string[]>();
  const names: SeriesDimensions[] = [];
  const buffer = createObservationBuffer({memoryLimit: 2 ** 27});
  const publishedAt = await read({
    ...buffer.sink,
    asksOrigins: true,
    series(dimensions) {
      const handle = buffer.sink.series(dimensions);
      names[handle] = {...dimensions};
      return handle;
    },
    observe(handle, period, value, line, origin) {
      buffer.sink.observe(handle, period, value, line, origin);
      const {locator} = origin!.explain();
      const at = locator.cell === null ? `text!${locator.line}:${locator.column}` : `${locator.sheet}!${locator.cell}`;
      const {frequency, territory, unit, transformation} = names[handle]!;
      values.set(at, {
        facts: [value, frequency, period, territory, unit, transformation].join(" "),
        series: String(handle),
      });
      const key = `${handle} ${period}`;
      const others = locations.get(key);
      if (others === undefined) locations.set(key, [at]);
      else others.push(at);
    },
  });
  // Two values for one period are refused at the end.
  for (const same of locations.values())
    if (new Set(same.map((at) => values.get(at)!.facts)).size > 1) for (const at of same) values.delete(at);
  const {losses, discard} = buffer.finish();
  for (const {reason, text, values: count} of losses) {
    const words = `${reason.replace(/\d+/g, "N")} (${text})`;
    reasons.set(words, (reasons.get(words) ?? 0) + count);
  }
  discard();
  return {values, publishedAt};
}

/** The figures of many files by built-in descriptor, read by several processes. */
export async function describeFiles(paths: readonly string[]): Promise<Map<string, AloneSummary>> {
  const processes = Math.min(4, paths.length);
  const parts = Array.from({length: processes}, (_, part) => paths.filter((__, at) => at % processes === part));
  const outputs = await Promise.all(
    parts.map((part) => run(process.execPath, [import.meta.filename, "--lines", ...part], {maxBuffer: 2 ** 26})),
  );
  const families = new Map<string, AloneSummary>();
  const lines = outputs.flatMap(({stdout}) => stdout.split("\n").filter((line) => line !== ""));
  for (const {family, familyLines, lines: length, cells, right, wrong, unrounded} of lines.map((line) =>
    JSON.parse(line),
  )) {
    const sum = families.get(family) ?? {files: 0, familyLines, lines: 0, cells: 0, right: 0, wrong: 0, unrounded: 0};
    families.set(family, {
      files: sum.files + 1,
      familyLines,
      lines: Math.max(sum.lines, length),
      cells: sum.cells + cells,
      right: sum.right + right,
      wrong: sum.wrong + wrong,
      unrounded: sum.unrounded + unrounded,
    });
  }
  return families;
}

const run = promisify(execFile);

if (import.meta.main) {
  const words = process.argv.slice(2);
  const paths = words.filter((word) => !word.startsWith("--"));
  if (words.includes("--write")) await writePart(paths);
  else await printFiles(paths, words);
}

/** Only the part of docs/coverage.md that this tool measures. */
async function writePart(paths: readonly string[]): Promise<void> {
  const page = join(import.meta.dirname, "../docs/coverage.md");
  const text = readFileSync(page, "utf8").replace(/## What `ryad describe` reaches alone\n[\s\S]*?(?=## )/, "");
  const part = alonePart(await describeFiles(paths)).join("\n\n");
  writeFileSync(page, text.replace("## What is not read, by reason", `${part}\n\n$&`));
}

async function printFiles(paths: readonly string[], words: readonly string[]): Promise<void> {
  const answer = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? null;
  for (const path of paths) {
    const one = await describeAlone(path, {territory: answer("territory"), unit: answer("unit")});
    if (one === null) continue;
    const {reasons, differences, descriptor, ...figures} = one;
    if (words.includes("--lines")) {
      console.log(JSON.stringify(figures));
      continue;
    }
    console.log(
      `${String(one.cells).padStart(7)} ${((100 * one.right) / one.cells).toFixed(1).padStart(5)} % right ${String(one.wrong).padStart(6)} wrong ${one.lines} lines ${basename(path)}`,
    );
    for (const [sign, counts] of Object.entries({wrong: differences, refused: reasons}))
      for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, 4))
        console.log(`        ${sign} ${count} ${reason}`);
    if (words.includes("--descriptor")) console.log(JSON.stringify(descriptor, null, 1));
  }
}
