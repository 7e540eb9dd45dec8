// A strict reader of Prometheus' text format 0.0.4: it fails on everything that a scraper would reject or warn of.
import assert from "node:assert/strict";

export type Kind = "counter" | "gauge" | "histogram" | "summary";

export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadFamily {
  readonly name: string;
  readonly help: string;
  readonly kind: Kind;
  readonly samples: readonly ReadSample[];
}

export class Exposition {
  readonly families: ReadonlyMap<string, ReadFamily>;

  constructor(text: string) {
    this.families = readFamilies(text);
  }

  /** The sample with exactly these labels; undefined if there is none. */
  value(name: string, labels: Readonly<Record<string, string | number>> = {}): number | undefined {
    const wanted = labelKey(labels);
    const family = this.families.get(name.replace(/_(bucket|sum|count)$/, "")) ?? this.families.get(name);
    assert.ok(family !== undefined, `there is no metric ${name}`);
    return family.samples.find((sample) => sample.name === name && labelKey(sample.labels) === wanted)?.value;
  }

  /** Sum of the samples of a metric. */
  sum(name: string): number {
    return this.families.get(name)!.samples.reduce((total, {value}) => total + value, 0);
  }
}

/** Throws with the line that is wrong. */
function readFamilies(text: string): Map<string, ReadFamily> {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const families = new Map<string, {name: string; help: string; kind: Kind; samples: ReadSample[]}>();
  let help = {name: "", text: ""};
  let family: {name: string; help: string; kind: Kind; samples: ReadSample[]} | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    const helpLine = /^# HELP ([a-zA-Z_:][\w:]*) (\S.*)$/s.exec(line);
    const typeLine = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line);
    if (helpLine !== null) {
      help = {name: helpLine[1]!, text: unescaped(helpLine[2]!, false)};
    } else if (typeLine !== null) {
      const [, name = "", kind] = typeLine;
      assert.equal(help.name, name, `${name} has a help text before its type`);
      assert.ok(!families.has(name), `${name} is told once`);
      family = {name, help: help.text, kind: kind as Kind, samples: []};
      families.set(name, family);
    } else {
      const sample = readSample(line);
      assert.ok(family !== undefined && belongs(sample.name, family), `${line}: comes after its own type`);
      family.samples.push(sample);
    }
  }
  for (const one of families.values()) holdFamily(one);
  return families;
}

function belongs(name: string, {name: own, kind}: ReadFamily): boolean {
  if (kind === "histogram") return [`${own}_bucket`, `${own}_sum`, `${own}_count`].includes(name);
  if (kind === "summary") return [own, `${own}_sum`, `${own}_count`].includes(name);
  return name === own;
}

function readSample(line: string): ReadSample {
  const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s.exec(line);
  assert.ok(parts !== null, `not a sample: ${line}`);
  const [, name = "", inner, number = ""] = parts;
  const labels: Record<string, string> = {};
  let rest = inner ?? "";
  while (rest !== "") {
    const pair = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/s.exec(rest);
    assert.ok(pair !== null, `labels cannot be read from here: ${rest}`);
    assert.ok(!Object.hasOwn(labels, pair[1]!), `${line}: a label once`);
    labels[pair[1]!] = unescaped(pair[2]!, true);
    rest = rest.slice(pair[0].length);
  }
  return {name, labels, value: readNumber(number)};
}

function readNumber(text: string): number {
  if (/^[+-]?inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  assert.match(text, /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i);
  return Number(text);
}

function unescaped(text: string, quotes: boolean): string {
  return text.replaceAll(/\\(.)/gs, (whole, letter: string) => {
    if (letter === "n") return "\n";
    return letter === "\\" || (quotes && letter === '"') ? letter : whole;
  });
}

function labelKey(labels: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(
    Object.entries(labels)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  );
}

/** No sample twice; counters begin at zero and grow; the buckets of a histogram add up. */
function holdFamily({name, kind, samples}: ReadFamily): void {
  const keys = samples.map((sample) => sample.name + labelKey(sample.labels));
  assert.equal(new Set(keys).size, keys.length, `${name}: a sample once`);
  if (kind === "counter") for (const {value} of samples) assert.ok(value >= 0, `${name} counts up`);
  if (kind !== "histogram") return;
  const rows = Map.groupBy(samples, ({labels: {le: _, ...others}}) => labelKey(others));
  for (const row of rows.values()) {
    const buckets = row.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({labels}) => readNumber(labels["le"] ?? "none"));
    assert.deepEqual(
      bounds,
      [...bounds].sort((a, b) => a - b),
      `${name}: bounds ascend`,
    );
    assert.deepEqual(
      buckets.map(({value}) => value),
      buckets.map(({value}) => value).sort((a, b) => a - b),
      `${name}: buckets hold those before them`,
    );
    assert.equal(bounds.at(-1), Infinity, `${name}: the last bucket holds all`);
    assert.equal(row.find((sample) => sample.name === `${name}_count`)?.value, buckets.at(-1)!.value);
    assert.equal(row.filter((sample) => sample.name === `${name}_sum`).length, 1);
  }
}
