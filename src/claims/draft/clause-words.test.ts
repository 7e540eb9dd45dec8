import assert from "node:assert/strict";
import {test} from "node:test";
import {portionsOf} from "./portions.ts";

/** The runs of the clauses of a sentence. */
function runsIn(sentence: string, isEnglish = false): string[] {
  return portionsOf(sentence, isEnglish).flatMap(({clause}) => clause.runs.map(({words}) => words.join(" ")));
}

test("an aside that may say which one is meant is part of a subject right beside it, and else of none [verify.draft]", () => {
  assert.deepEqual(runsIn("other inflation was 5%", true), ["other inflation"]);
  assert.deepEqual(runsIn("the other day inflation was 5%", true), ["inflation"]);
  assert.deepEqual(runsIn("инфляция жителей 5 %"), ["инфляция жителей"]);
  assert.deepEqual(runsIn("инфляция в Германии в 2016-м 5 %"), ["инфляция в германии"]);
});

test("behind a comma a participle is a verb, and before the noun of a sentence it is not [verify.draft]", () => {
  assert.deepEqual(runsIn("it was 1%, leaving inflation at 5%", true), ["inflation"]);
  assert.deepEqual(runsIn("Leaving inflation was 5%", true), ["leaving inflation"]);
  assert.deepEqual(runsIn("it was 1%, underlying inflation 5%", true), ["underlying inflation"]);
});

test("a superlative says nothing of its noun, unless it tells a core from a whole [verify.draft]", () => {
  assert.deepEqual(runsIn("самая скромная инфляция 5 %"), ["инфляция"]);
  assert.deepEqual(runsIn("самая базовая инфляция 5 %"), ["базовая инфляция"]);
});

test("a segment is left out behind an adjective, and not before what it is a segment of [verify.draft]", () => {
  assert.deepEqual(runsIn("продовольственный сегмент прибавил 5 %"), ["продовольственный"]);
  assert.deepEqual(runsIn("инфляция в сегменте услуг 5 %"), ["инфляция в сегменте услуг"]);
});

test("words of the news stand for those of titles, unless they are half of a pair [verify.draft]", () => {
  assert.deepEqual(runsIn("joblessness was 5%", true), ["безработица"]);
  assert.deepEqual(runsIn("жительниц и жителей 5 %"), ["жительниц и жителей"]);
});

test("the same month is no base, and a clause between a comma and a dash is an apposition [verify.draft]", () => {
  const [portion] = portionsOf("продажи за тот же месяц 5 %", false);
  assert.deepEqual(portion!.clause.phrases, []);
  const apposed = portionsOf("яйца, герой осени, — 5 %", false).map(({isApposed}) => isApposed);
  assert.deepEqual(apposed, [false, true, false]);
});
