// Differences that the table can allow, and those that no row can.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {KeptAnswer} from "../../tools/capture/kept-answer.ts";
import {listDifferences} from "../../tools/capture/kept-answer.ts";
import {listForbidden, parseAllowed} from "./may-differ.ts";

const HEAD = "state\trequest\tplace\tbecomes\twhy\n";
const EVERYTHING = ["status", "header **", "body", "body **", "bytes of the body"];
const ALLOWED = parseAllowed(`${HEAD}${EVERYTHING.map((place) => `before\t.\t${place}\t.\ta test\n`).join("")}`);
const JSON_TYPE = {"content-type": "application/json; charset=utf-8"};

function forbiddenPlaces(was: Partial<KeptAnswer>, is: Partial<KeptAnswer>): string[] {
  const whole = {status: 200, headers: JSON_TYPE, body: "{}"};
  const differences = listDifferences({...whole, ...was}, {...whole, ...is});
  assert.ok(differences.length > 0);
  return listForbidden("free GET /api/v1/data", differences, ALLOWED, new Set()).map(({place}) => place);
}

test("no row allows another value, day of knowledge, key or period, more or fewer of them, or another coding of them [upgrade.guarded]", () => {
  const one = '{"items":[{"period":"2025-01-01","value":1.5,"as_of":"2025-02-01"}]}';
  const body = (text: string): Partial<KeptAnswer> => ({body: text});
  assert.deepEqual(forbiddenPlaces(body(one), body(one.replace("1.5", "1.6"))), ["body items.0.value"]);
  assert.deepEqual(forbiddenPlaces(body(one), body(one.replace("02-01", "02-02"))), ["body items.0.as_of"]);
  assert.deepEqual(forbiddenPlaces(body(one), body('{"items":[]}')), ["body items.0"]);
  assert.deepEqual(forbiddenPlaces(body('{"items":[]}'), body(one)), ["body items.0"]);
  assert.deepEqual(forbiddenPlaces(body(one), body("{}")), ["body items"]);
  assert.deepEqual(forbiddenPlaces(body(one), {status: 404, body: '{"error":{}}'}), ["body"]);
  assert.deepEqual(forbiddenPlaces(body(one), body(one.replace("1.5", "1.50"))), ["bytes of the body"]);
  const csv = {"content-type": "text/csv"};
  const rows = "series_key;period;value\na;2025-01-01;1\n";
  assert.deepEqual(forbiddenPlaces({headers: csv, body: rows}, {headers: csv, body: rows.replace("1\n", "2\n")}), [
    "body 0.value",
  ]);
});

test("a row allows exactly the named difference, and is recorded as used [upgrade.allowed]", () => {
  const [row] = parseAllowed(`${HEAD}landed\tdata$\tbody items.*.hint\t^now\twording\n`);
  const answer = (hint: string): KeptAnswer => ({
    status: 200,
    headers: JSON_TYPE,
    body: JSON.stringify({items: [{hint}]}),
  });
  const forbidden = (request: string, hint: string, used = new Set<typeof row>()): number =>
    listForbidden(request, listDifferences(answer("once"), answer(hint)), [row!], used as Set<NonNullable<typeof row>>)
      .length;
  const used = new Set<typeof row>();
  assert.equal(forbidden("free GET /data", "then"), 1);
  assert.equal(forbidden("free GET /other", "now"), 1);
  assert.equal(forbidden("free GET /data", "now", used), 0);
  assert.deepEqual([...used], [row]);
  assert.throws(() => parseAllowed(`${HEAD}before\t.\tbody items.*.value\t.\twhy\n`), /may never differ/);
  assert.throws(() => parseAllowed(`${HEAD}soon\t.\tstatus\t.\twhy\n`), /a row is/);
});

test("an error may become any answer if a row says so [upgrade.allowed]", () => {
  const error = {status: 400, body: '{"error":{"code":"BAD_REQUEST"}}'};
  assert.deepEqual(forbiddenPlaces(error, {body: '{"value":[{"value":1}]}'}), []);
});
