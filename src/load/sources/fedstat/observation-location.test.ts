// The places of EMISS values, checked by eye and by other code that shares nothing with the parser.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {emissMessage, fixtureFile} from "./emiss-message.fixture.ts";
import {fedstat} from "./source.ts";

const MINES = "fedstat/sdmx/42619_coal_mines_annual_2012.xml";
const WOMEN = "fedstat/sdmx/33459_population_women_annual.xml";
const location = {sheet: null, cell: null, column: null};

async function explained(path: string) {
  const sink = watchingSink();
  await fedstat.parse([sharedFile(path)], PLAIN_HINTS, sink);
  return sink.values;
}

test("a value of an EMISS message has its line, the path of its element and its text [evidence.locator]", {
  skip: needs(MINES),
}, async () => {
  const [first] = await explained(MINES);
  assert.equal(first!.value, 55796.5);
  assert.deepEqual(first!.explained, {
    locator: {
      file: MINES.split("/").at(-1),
      ...location,
      line: 83,
      element: "/GenericData/DataSet/Series[1]/Obs[1]/ObsValue/@value",
    },
    raw: "55796,5",
    steps: [],
  });
});

test("a stock that waited for the end of the file has its place [evidence.locator]", {
  skip: needs(WOMEN),
}, async () => {
  const values = await explained(WOMEN);
  const {value, period, explained: told} = values[999]!;
  assert.deepEqual([value, period, told!.raw], [898065, "2003-01-01", "898065"]);
  assert.equal(told!.locator.line, 15_854);
  assert.equal(told!.locator.element, "/GenericData/DataSet/Series[1000]/Obs[1]/ObsValue/@value");
});

for (const path of [MINES, WOMEN, "fedstat/sdmx/37908_courier_revenue_monthly_2012.xml"])
  test(`each value of ${path.split("/").at(-1)} is at its place in the file [evidence.locator]`, {
    skip: needs(path),
  }, async () => {
    const text = readFileSync(new URL(`../../../../../shared/data/${path}`, import.meta.url), "utf8");
    const lines = text.split("\n");
    const series = text.split("<generic:Series>");
    const values = await explained(path);
    assert.ok(values.length > 5);
    for (const {explained: told} of values) {
      const {locator, raw} = told!;
      const [, number, observation] = /Series\[(\d+)\]\/Obs\[(\d+)\]/.exec(locator.element!)!;
      const own = series[Number(number)]!.split("<generic:Obs>")[Number(observation)]!;
      assert.ok(own.includes(`<generic:ObsValue value="${raw}"/>`), JSON.stringify(told));
      assert.ok(lines[locator.line! - 1]!.includes(`<generic:ObsValue value="${raw}"/>`));
    }
  });

test("a series of unusual form has its place, and a text its steps [evidence.locator evidence.steps]", async () => {
  const message = emissMessage({
    series: [
      {observations: [["2019", "1"]]},
      {
        observations: [
          ["2020", "1 050,5 2)"],
          ["2021", "3"],
        ],
      },
    ],
  });
  const unusual = message.replace("<generic:Series>", "<!-- one --><generic:Series>");
  for (const text of [message, unusual]) {
    const sink = watchingSink();
    await fedstat.parse([fixtureFile("x.xml", text)], PLAIN_HINTS, sink);
    assert.deepEqual(
      sink.values.map(({value, explained: told}) => [
        value,
        told!.locator.element!.slice(21, -16),
        text.split("\n")[told!.locator.line! - 1]!.includes(`"${told!.raw}"`),
        told!.raw,
        told!.steps,
      ]),
      [
        [1, "Series[1]/Obs[1]", true, "1", []],
        [
          1050.5,
          "Series[2]/Obs[1]",
          true,
          "1 050,5 2)",
          ["the footnote mark 2) dropped", "blanks between thousands removed"],
        ],
        [3, "Series[2]/Obs[2]", true, "3", []],
      ],
    );
  }
});
