import assert from "node:assert/strict";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import type {SourceFile} from "../../source.ts";
import {cbrDataService} from "./data-service.ts";
import {servicePeriod} from "./data-service-shapes.ts";

const PLAIN = "cbr/samples/DataService_data.shape.json";
const EXTENDED = "cbr/samples/DataService_dataEx.shape.json";
const NEW = "cbr/samples/DataService_dataNew.shape.json";

async function parse(file: SourceFile, dataset: string | null = "loans") {
  const sink = watchingSink();
  assert.equal(await cbrDataService.recognises([file]), true);
  const {metadata} = await cbrDataService.parse([file], {...PLAIN_HINTS, dataset}, sink);
  return {metadata, sink};
}

test("FIX-cbr-09: the figure of January with the date 1 February belongs to January, in all three shapes [cbr.data-service]", {
  skip: needs(PLAIN, EXTENDED, NEW),
}, async () => {
  const plain = await parse(sharedFile(PLAIN));
  assert.deepEqual(
    plain.sink.values.map(({series, period, value}) => ({...series, period, value})),
    [
      {
        indicator: "2",
        classification: null,
        measure: "2",
        transformation: "level",
        unit: "%",
        frequency: "M",
        territory: "643",
        period: "2021-01-01",
        value: 3.31,
      },
    ],
  );
  assert.equal(plain.metadata.name, "Publ: Name");
  assert.equal(plain.metadata.indicators![0]!.label, "Up to 30 days");
  assert.equal(dayText(plain.metadata.publishedAt), "2021-01-31");
  const {locator, raw} = plain.sink.values[0]!.explained!;
  assert.deepEqual([raw, locator.line, locator.column, locator.element], ["3.31", 1, 76, "RawData[0].obs_val"]);

  const extended = await parse(sharedFile(EXTENDED));
  const [one] = extended.sink.values;
  assert.deepEqual(
    [one!.series.indicator, one!.series.classification, one!.series.unit, one!.period, one!.value],
    ["38", "2~9", null, "2021-01-01", 4.6],
  );
  assert.deepEqual(extended.metadata.classes, [{code: "2~9", name: "Name", note: null}]);

  const stock = await parse(sharedFile(NEW));
  const [other] = stock.sink.values;
  assert.deepEqual(
    [other!.series.indicator, other!.series.classification, other!.series.unit, other!.period, other!.value],
    ["7", "~22", "bln_rub", "2021-08-01", 15739.9],
  );
  assert.equal(stock.metadata.units![0]!.mult, 1e9);
  assert.equal(stock.metadata.indicators![0]!.label, "M2");
});

test("an answer does not name its dataset, so the command must name it [cbr.data-service]", async () => {
  const text =
    '{"RawData":[{"element_id":1,"obs_val":1,"dt":"Jan 2021","periodicity":"month","date":"2021-02-01T00:00:00"}]}';
  await assert.rejects(parse(fileOf("a.json", text), null), (error: Error & {hint: string}) => {
    assert.match(error.hint, /--dataset CODE/);
    return true;
  });
  assert.equal((await parse(fileOf("a.json", text), "cbr/loans")).metadata.dataset, "loans");
});

test("words and dates that disagree, unknown words and unreadable values are refused with their places [cbr.data-service]", async () => {
  const row = (dt: string, date: string, value: unknown) => ({
    element_id: 1,
    obs_val: value,
    dt,
    periodicity: "month",
    date,
  });
  const text = JSON.stringify({
    RawData: [
      row("Jan 2021", "2021-01-01T00:00:00", 1),
      row("Q1 2021", "2021-04-01T00:00:00", 1),
      row("Feb 2021", "2021-03-01T00:00:00", "1,x"),
      row("Mar 2021", "2021-04-01T00:00:00", null),
      row("Apr 2021", "2021-05-01T00:00:00", "1,5"),
    ],
  });
  const {sink} = await parse(fileOf("a.json", text));
  assert.deepEqual(
    sink.refused.map(({kind, reason}) => [kind, reason]),
    [
      ["period", "words and date name different months"],
      ["period", "unknown words for a period"],
      ["cell", "is not a number"],
    ],
  );
  assert.deepEqual(
    sink.values.map(({period, value}) => [period, value]),
    [["2021-04-01", 1.5]],
  );
});

test("months are read in both languages, other frequencies from their dates [cbr.data-service]", () => {
  const words = (text: string, date: string) => servicePeriod({words: text, date, periodicity: "month"});
  assert.deepEqual(words("Dec 2020", "01.01.2021"), {frequency: "M", ordinal: 2020 * 12 + 11});
  assert.deepEqual(words("Декабрь 2020", "01.01.2021"), {frequency: "M", ordinal: 2020 * 12 + 11});
  const dated = (periodicity: string) => servicePeriod({words: null, date: "2021-04-01T00:00:00", periodicity});
  assert.deepEqual(dated("quarter"), {frequency: "Q", ordinal: 2021 * 4 + 1});
  assert.deepEqual(dated("year"), {frequency: "A", ordinal: 2021});
  assert.equal(dated("fortnight"), "unknown periodicity");
});
