import assert from "node:assert/strict";
import {test} from "node:test";
import {portionsOf} from "./portions.ts";
import {readingsOf} from "./readings.ts";

/** The other readings of the only number of a sentence. */
function readIn(
  sentence: string,
  subject: string,
  phrases: readonly string[],
  frequency: "A" | "M" | "D",
  ordinal: number,
) {
  const [{figure}] = portionsOf(sentence, false) as [ReturnType<typeof portionsOf>[number]];
  const of = {
    indicators: new Set<string>(),
    classes: new Set<string>(),
    frequencies: new Set<never>(),
    isDoubtful: false,
  };
  return readingsOf({
    words: subject,
    figure: figure!,
    by: null,
    known: {frequency, ordinal},
    compared: null,
    phrases: phrases.map((meaning) => ({meaning, words: [meaning], at: 0})),
    subject: {...of, words: [subject]},
  });
}

test("the inflation of a year is also that of its December, and a compared one is not [verify.draft]", () => {
  const december = {words: "yoy инфляция", period: {frequency: "M", ordinal: 2025 * 12 + 11}};
  assert.deepEqual(readIn("инфляция 5 %", "инфляция", [], "A", 2025), [december]);
  assert.deepEqual(readIn("инфляция 5 %", "инфляция", ["dec"], "A", 2025), []);
  assert.deepEqual(readIn("ВВП 5 %", "ввп", [], "A", 2025), []);
});

test("a rate of a month without a base is also one to the year or the month before [verify.draft]", () => {
  const words = (frequency: "A" | "M", sentence = "инфляция 5 %") =>
    readIn(sentence, "ввп", [], frequency, 2025 * 12).map((one) => one.words);
  assert.deepEqual(words("M"), ["yoy ввп", "mom ввп"]);
  assert.deepEqual(words("M", "инфляция 5 млн"), []);
  assert.deepEqual(words("A"), []);
});
