import assert from "node:assert/strict";
import {parseDottedDay, parseMidnight} from "../../../country/ru/period-words.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import type {SourceFile} from "../../source.ts";
import {cbrDiffgrams} from "./diffgrams.ts";

const KEY_RATE = "cbr/samples/KeyRate_soap.excerpt.xml";
const INSTITUTION = "cbr/soap_CreditInfoByIntCode_diffgram.xml";

async function parse(file: SourceFile, publishedAt: string | null = null) {
  const sink = watchingSink();
  assert.equal(await cbrDiffgrams.recognises([file]), true);
  const {metadata} = await cbrDiffgrams.parse([file], {...PLAIN_HINTS, publishedAt}, sink);
  return {metadata, sink};
}

test("FIX-cbr-04: the key rate has the day that is written, not the day before, which it would be in UTC [cbr.key-rate]", {
  skip: needs(KEY_RATE),
}, async () => {
  const {metadata, sink} = await parse(sharedFile(KEY_RATE));
  assert.deepEqual(
    sink.values.map(({period, value}) => [period, value]),
    [
      ["2025-01-17", 21],
      ["2025-01-16", 21],
      ["2024-10-28", 21],
      ["2024-10-25", 19],
      ["2024-09-16", 19],
      ["2024-09-13", 18],
      ["2024-07-29", 18],
      ["2024-07-26", 16],
    ],
  );
  assert.equal(dayText(metadata.publishedAt), "2025-01-17");
  assert.equal(`${metadata.provider}/${metadata.dataset}`, "cbr/key_rate");
  const {raw, locator} = sink.values[3]!.explained!;
  assert.equal(raw, "19.00");
  assert.match(locator.element!, /\/diffgram\/KeyRate\/KR\[4\]\/Rate$/);
  assert.equal(sink.values[3]!.series.unit, "процент");
});

test("a diffgram of SOAP 1.2: the figures of a credit institution, without its codes, phones and addresses [cbr.diffgram]", {
  skip: needs(INSTITUTION),
}, async () => {
  await assert.rejects(parse(sharedFile(INSTITUTION)), /does not say when it was published/);
  const {metadata, sink} = await parse(sharedFile(INSTITUTION), "2023-08-01");
  assert.deepEqual(
    sink.values.map(({series, value}) => [series.indicator, value]),
    [
      ["charter_capital", 67760844000],
      ["branches", 86],
      ["branches_abroad", 0],
      ["additional_offices", 11202],
      ["cash_desks", 0],
      ["representations", 0],
      ["representations_abroad", 1],
      ["representations_cis", 0],
      ["credit_cash_offices", 0],
      ["operating_offices", 0],
      ["mobile_cash_points", 326],
      ["exchange_offices", 0],
    ],
  );
  assert.deepEqual(metadata.classes, [{code: "1481", name: "СБЕРБАНК РОССИИ", note: null}]);
  assert.doesNotMatch(JSON.stringify(metadata), /7 495|Вавилова/);
});

const envelope = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="x"><s:Body><KeyRateResponse xmlns="http://web.cbr.ru/"><KeyRateResult><d:diffgram><KeyRate>${inner}</KeyRate></d:diffgram></KeyRateResult></KeyRateResponse></s:Body></s:Envelope>`;

test("an unreadable rate, or a time other than midnight, is refused with its place [cbr.key-rate]", async () => {
  const row = (day: string, rate: string) => `<KR><DT>${day}</DT><Rate>${rate}</Rate></KR>\n`;
  const text = envelope(
    row("2025-01-17T00:00:00+03:00", "21.x") +
      row("2025-01-17T21:00:00Z", "21") +
      row("2025-01-16T00:00:00+03:00", "21.50"),
  );
  const {sink} = await parse(fileOf("a.xml", text));
  assert.deepEqual(
    sink.refused.map(({kind, line, column, text: said}) => [kind, line, column, said]),
    [
      ["cell", 1, "Rate", "21.x"],
      ["period", 2, "DT", "2025-01-17T21:00:00Z"],
    ],
  );
  assert.deepEqual(
    sink.values.map(({value}) => value),
    [21.5],
  );
});

test("an unknown method and an answer without rows are refused with their names [cbr.rubbish]", async () => {
  await assert.rejects(parse(fileOf("a.xml", envelope(""))), /contains no rows/);
  const other = envelope("<x/>").replaceAll("KeyRate", "Saldo");
  await assert.rejects(parse(fileOf("a.xml", other)), (error: Error & {hint: string}) => {
    assert.match(error.message, /the answer of SaldoResponse/);
    assert.match(error.hint, /KeyRate/);
    return true;
  });
});

test("days are read as they are written, or refused [cbr.days]", () => {
  assert.equal(dayText(parseDottedDay("01.07.1992")!), "1992-07-01");
  assert.equal(dayText(parseMidnight("2025-01-17T00:00:00+03:00")!), "2025-01-17");
  assert.equal(dayText(parseMidnight("2021-02-01T00:00:00")!), "2021-02-01");
  for (const text of ["1.7.1992", "31.02.2020", "1992-07-01", "", "01.07.92"]) assert.equal(parseDottedDay(text), null);
  for (const text of ["2025-01-17", "2025-01-17T00:30:00", "2025-13-17T00:00:00"])
    assert.equal(parseMidnight(text), null);
});
