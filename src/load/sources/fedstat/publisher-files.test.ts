// Every real EMISS file, compared with another reading by regular expressions, which shares nothing with the parser.
import assert from "node:assert/strict";
import {createReadStream, existsSync, readdirSync, readFileSync, statSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "../../input/publisher-test.fixture.ts";
import type {SourceFile} from "../../source.ts";
import {NO_HINTS, recordingSink} from "./emiss-message.fixture.ts";
import {fedstat} from "./source.ts";

const shared = new URL("../../../../../shared/data/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";
const files = skip
  ? []
  : ["fedstat/sdmx/", "fedstat/sdmx_excerpts/"].flatMap((folder) =>
      readdirSync(new URL(folder, shared))
        .filter((name) => name.endsWith(".xml"))
        .map((name) => fileURLToPath(new URL(folder + name, shared))),
    );

function sourceFile(path: string): SourceFile {
  return {name: path.split(/[\\/]/).at(-1)!, size: statSync(path).size, open: () => createReadStream(path)};
}

interface XmlObservation {
  readonly key: readonly (readonly [string, string])[];
  readonly unit: string;
  readonly words: string;
  readonly year: number;
  readonly value: number;
}

/** The observations of the file, in its order. */
function observationsOf(xml: string): XmlObservation[] {
  return [...xml.matchAll(/<generic:Series>([\s\S]*?)<\/generic:Series>/g)].map(([, series]) => {
    const [keyPart, rest] = series!.split("</generic:SeriesKey>") as [string, string];
    const pairs = (part: string) =>
      [...part.matchAll(/concept="([^"]*)" value="([^"]*)"/g)].map(([, concept, value]) => [concept!, value!] as const);
    const attributes = new Map(pairs(rest));
    return {
      key: pairs(keyPart),
      unit: attributes.get("EI")!,
      words: attributes.get("PERIOD")!,
      year: Number(/<generic:Time>(\d+)</.exec(rest)![1]),
      value: Number(/<generic:ObsValue value="([^"]*)"/.exec(rest)![1]!.replace(",", ".")),
    };
  });
}

const MONTHS = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(" ");
const QUARTERS = ["I квартал", "II квартал", "III квартал", "IV квартал"];

/** Frequency and ordinal by the words that occur in these files; anything else fails the test. */
function periodOf({words, year}: XmlObservation): readonly [string, number] {
  if (MONTHS.includes(words)) return ["M", year * 12 + MONTHS.indexOf(words)];
  if (QUARTERS.includes(words)) return ["Q", year * 4 + QUARTERS.indexOf(words)];
  assert.ok(words === "значение показателя за год" || words === "на 1 января", words);
  return ["A", year];
}

const TERRITORY_LISTS = ["s_OKATO", "00_003"];

test("series and values equal an independent count of the XML, and every value is at its place [emiss.counts emiss.every-value emiss.grouping]", {
  skip,
}, async () => {
  assert.ok(files.length >= 6);
  for (const path of files) {
    const expected = observationsOf(readFileSync(path, "utf8"));
    const sink = recordingSink();
    const hints = {...NO_HINTS, publishedAt: path.includes("43062") ? "2026-09-19" : null};
    const {metadata} = await fedstat.parse([sourceFile(path)], hints, sink);
    assert.deepEqual(sink.refused, [], path);
    assert.equal(sink.observed.length, expected.length, path);
    const identity = (one: XmlObservation) => JSON.stringify([one.key, one.unit, periodOf(one)[0]]);
    assert.equal(sink.seriesSeen.length, new Set(expected.map(identity)).size, path);
    assert.ok(path.includes(metadata.dataset), path);

    for (const [at, one] of expected.entries()) {
      const {series, period, value} = sink.observed[at]!;
      assert.deepEqual([series.frequency, period], periodOf(one), path);
      assert.equal(value, one.value, path);
      assert.equal(series.unit, one.unit.replaceAll(" ", "_"), path);
      const territory = one.key.find(([concept]) => TERRITORY_LISTS.includes(concept))?.[1] ?? "643";
      assert.equal(series.territory, territory === "00" ? "643" : territory, path);
      const classes = one.key
        .filter(([concept]) => !TERRITORY_LISTS.includes(concept))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      assert.equal(
        series.classification,
        classes.length === 0 ? null : classes.map(([, code]) => code).join("~"),
        path,
      );
    }
  }
});

test("the recorded line is the line of the observation", {skip}, async () => {
  const path = files.find((file) => file.includes("42619"))!;
  const sink = recordingSink();
  await fedstat.parse([sourceFile(path)], NO_HINTS, sink);
  const lines = readFileSync(path, "utf8").split("\n");
  for (const {line} of sink.observed) assert.match(lines[line - 1]!, /<generic:Obs>/);
});

test("the output of the parser contains nothing about responsible persons [emiss.personal-data]", {skip}, async () => {
  for (const path of files) {
    const xml = readFileSync(path, "utf8");
    const persons = [...xml.matchAll(/<Responsible>([\s\S]*?)<\/Responsible>/g)].map(([, part]) =>
      part!.replace(/<[^>]*>/g, " "),
    );
    const words = persons.flatMap((text) => text.split(/[\s;,]+/)).filter((word) => word.length > 4);
    const values = [...xml.matchAll(/<(?:Contacts|Responsible)[^>]*value="([^"]*)"/g)]
      .flatMap(([, text]) => text!.split(/[\s;,]+/))
      .filter((word) => word.length > 4);
    const {metadata} = await fedstat.parse(
      [sourceFile(path)],
      {...NO_HINTS, publishedAt: path.includes("43062") ? "2026-09-19" : null},
      recordingSink(),
    );
    const given = JSON.stringify(metadata);
    for (const word of [...words, ...values])
      assert.ok(!given.includes(word), `${path}: a word of the persons responsible`);
  }
});

test("a publisher's file cut at any place is refused, never loaded in part", {skip}, async () => {
  const path = files.find((file) => file.includes("37908"))!;
  const bytes = readFileSync(path);
  for (let end = 100; end < bytes.length - 20; end += 997) {
    const file: SourceFile = {
      name: "cut.xml",
      size: end,
      async *open() {
        yield bytes.subarray(0, end);
      },
    };
    await assert.rejects(
      fedstat.parse([file], NO_HINTS, recordingSink()),
      /cut off|middle of a character|not complete/,
      String(end),
    );
  }
});
