// The scanner may only change the speed: every message is read twice, once with the prefix that the scanner knows, and once with another
// prefix, so that saxes reads everything.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {emissMessage, fixtureFile, NO_HINTS, recordingSink} from "./emiss-message.fixture.ts";
import {fedstat} from "./source.ts";

interface Part {
  readonly age: string;
  readonly territory: string;
  readonly unit: string;
  readonly words: string;
  readonly year: number;
  readonly value: string;
  readonly form: (typeof FORMS)[number];
  readonly blank: string;
}

const FORMS = [
  "usual",
  "usual",
  "usual",
  "entity",
  "comment",
  "end in comment",
  "quotes",
  "swapped",
  "cdata",
  "blank in tag",
  "two",
  "no obs",
  "self-closing key",
  "unknown",
] as const;

function partXml({age, territory, unit, words, year, value, form, blank: b}: Part): string {
  const pair = (concept: string, code: string) =>
    form === "swapped"
      ? `<generic:Value value="${code}" concept="${concept}"/>`
      : form === "quotes"
        ? `<generic:Value concept='${concept}' value='${code}'/>`
        : `<generic:Value concept="${concept}" value="${code}"/>`;
  const time = form === "cdata" ? `<![CDATA[${year}]]>` : `${year}`;
  const note =
    form === "comment" ? "<!-- x -->" : form === "end in comment" ? "<!-- </generic:Series> <generic:Series> -->" : "";
  const obs = (of: string) =>
    `<generic:Obs>${b}<generic:Time>${of}</generic:Time>${b}<generic:ObsValue value="${value}"/>${b}</generic:Obs>`;
  const key =
    form === "self-closing key"
      ? "<generic:SeriesKey/>"
      : `<generic:SeriesKey>${b}${pair("s_vozr", age)}${b}${pair("s_OKATO", territory)}${b}</generic:SeriesKey>`;
  const said = form === "entity" ? `&#1103;${words.slice(1)}` : words;
  const attributes = `<generic:Attributes>${b}${pair("EI", unit)}${b}${pair("PERIOD", said)}${b}</generic:Attributes>`;
  const all = form === "no obs" ? "" : form === "two" ? obs(time) + b + obs(`${year + 1}`) : obs(time);
  const odd =
    form === "unknown" ? '<generic:Annotations><generic:Value concept="EI" value="x"/></generic:Annotations>' : "";
  const start = form === "blank in tag" ? "<generic:Series >" : "<generic:Series>";
  return `${start}${b}${key}${note}${b}${attributes}${b}${odd}${all}${b}</generic:Series>`;
}

const parts = fc.array(
  fc.record({
    age: fc.constantFrom("1", "7", "w2:p:11"),
    territory: fc.constantFrom("643", "14000000000", "21000000000"),
    unit: fc.constantFrom("человек", "тысяча человек", ""),
    words: fc.constantFrom("январь", "январь-март", "на 1 января", "на 1 мая", "полдень"),
    year: fc.integer({min: 1990, max: 2030}),
    value: fc.constantFrom("1", "-2,5", "", "…", "x"),
    form: fc.constantFrom(...FORMS),
    blank: fc.constantFrom("", "\n", "\r\n\t\t", " \n\n"),
  }),
  {maxLength: 12},
);

async function outcome(xml: string, chunkSize: number) {
  const sink = recordingSink();
  try {
    const metadata = await fedstat.parse([fixtureFile("data.xml", xml, chunkSize)], NO_HINTS, sink);
    return {metadata, observed: sink.observed, refused: sink.refused, error: null};
  } catch (error) {
    return {observed: sink.observed, refused: sink.refused, error: (error as Error).message};
  }
}

test("a file gives the same values for every form of its series and any size of chunks, with and without the scanner [emiss.grouping]", async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({min: 1, max: 3000}), async (series, chunkSize) => {
      const usual = emissMessage({series: []}).replace("<DataSet>\n", `<DataSet>\n${series.map(partXml).join("\n")}`);
      const foreign = usual.replaceAll("generic:", "gen:").replaceAll("xmlns:generic", "xmlns:gen");
      assert.deepEqual(await outcome(usual, chunkSize), await outcome(foreign, 65_536));
    }),
    {numRuns: 400},
  );
});

test("series inside comments are ignored, wherever the comment is", async () => {
  const series = (year: number) =>
    `<generic:Series><generic:SeriesKey></generic:SeriesKey><generic:Attributes><generic:Value concept="EI" value="рубль"/><generic:Value concept="PERIOD" value="май"/></generic:Attributes><generic:Obs><generic:Time>${year}</generic:Time><generic:ObsValue value="1"/></generic:Obs></generic:Series>`;
  const base = emissMessage({series: []});
  for (const [xml, years] of [
    [base.replace("<DataSet>", `<!-- <DataSet> ${series(1801)} --><DataSet>${series(2001)}`), [2001]],
    [base.replace("<DataSet>", `<DataSet><!-- ${series(1801)} -->${series(2001)}`), [2001]],
    [base.replace("<DataSet>", `<DataSet><!-- <DataSet>${series(1801)} -->${series(2001)}`), [2001]],
    [base.replace("<DataSet>", `<DataSet>${series(2001)}<!-- ${series(1801)} -->${series(2002)}`), [2001, 2002]],
    [
      base.replace(
        "<DataSet>",
        `<DataSet>${series(2001).replace("</generic:Series>", `</generic:Series ><!-- ${series(1801)} ${series(1802)} -->`)}${series(2002)}`,
      ),
      [2001, 2002],
    ],
  ] as const) {
    for (const chunkSize of [1, 7, 100_000]) {
      const {observed, error} = await outcome(xml, chunkSize);
      assert.equal(error, null);
      assert.deepEqual(
        observed.map(({period}) => Math.floor(period / 12)),
        years,
      );
    }
  }
});

test("a series that the scanner left half read does not give its key to the next one", async () => {
  const usual = (age: string, year: string) =>
    partXml({
      age,
      territory: "643",
      unit: "рубль",
      words: "май",
      year: Number(year),
      value: "1",
      form: "usual",
      blank: "",
    });
  // The scanner gives up at the number, after it has seen the key; saxes then reads the whole series.
  const unusual = usual("2", "2001").replace('value="1"/></generic:Obs>', "value='1'/></generic:Obs>");
  const xml = emissMessage({series: []}).replace(
    "<DataSet>",
    `<DataSet>${usual("1", "2000")}${unusual}${usual("2", "2002")}`,
  );
  const {observed} = await outcome(xml, 100_000);
  assert.deepEqual(
    observed.map(({series}) => series.classification),
    ["1", "2", "2"],
  );
});

test("broken markup inside a series is refused, also when the scanner reads it", async () => {
  const whole = emissMessage({series: [{}, {observations: [["2021", "2"]]}]});
  for (const [from, to] of [
    ["</generic:Obs></generic:Series>", "</generic:Series>"],
    ['value="1"/>', 'value="1>'],
    ['value="1"/>', 'value="<"/>'],
    ['value="1"/>', 'value="&x;"/>'],
    ['value="1"/>', 'value="\u0001"/>'],
    ["<generic:Time>2020</generic:Time>", "<generic:Time>2020"],
    ["</DataSet>", "<generic:Series>"],
    ["</GenericData>", ""],
    ["</GenericData>", "</GenericData><generic:Series>"],
  ] as const) {
    const {error} = await outcome(whole.replace(from, to), 50);
    assert.match(error ?? "accepted", /not complete, well-formed XML/, `${from} → ${to}`);
  }
});
