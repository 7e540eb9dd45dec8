import assert from "node:assert/strict";
import {test} from "node:test";
import {type Said, subjectOf} from "./carried.ts";
import {portionsOf} from "./portions.ts";
import {subjectIn} from "./subject.ts";
import type {Subject, SubjectFinder} from "./subject-finder.ts";
import {territoryOf} from "./territory-of.ts";

const PLAIN = {
  indicators: new Set<string>(),
  classes: new Set<string>(),
  frequencies: new Set<never>(),
  isDoubtful: false,
};

/** Finds these texts alone, each in one indicator of a dataset. */
function finderOf(texts: Readonly<Record<string, string>>): SubjectFinder {
  return {
    isCut: false,
    async find(words) {
      const indicator = texts[words.join(" ")];
      return indicator === undefined ? null : {...PLAIN, words, indicators: new Set([indicator])};
    },
    async areInTitle() {
      return false;
    },
  };
}

const NONE: ReadonlyMap<number, Said> = new Map();

/** Of the last figure of a sentence. */
async function subjectFor(sentence: string, finder: SubjectFinder, before: Said | null = null, isEnglish = false) {
  const portions = portionsOf(sentence, isEnglish);
  return await subjectOf(
    portions,
    portions.findLastIndex(({figure}) => figure !== null),
    finder,
    NONE,
    before,
  );
}

function saidOf(subject: Subject, territory: readonly string[] = []): Said {
  return {subject, territory, phrases: [], names: new Set()};
}

test("a noun of no title is not published, an adjective of none is not understood, and the unit behind a number is no subject [verify.draft]", async () => {
  const finder = finderOf({инфляция: "d 1", бюджета: "d 2", ввп: "d 3"});
  const strangeIn = async (sentence: string) => {
    const [{clause, position}] = portionsOf(sentence, false) as [ReturnType<typeof portionsOf>[number]];
    const {subject, isStrange} = await subjectIn(finder, clause, position);
    return [subject?.words.join(" ") ?? null, isStrange];
  };
  assert.deepEqual(await strangeIn("дефицит бюджета равен 5 %"), [null, true]);
  assert.deepEqual(await strangeIn("дефицит бюджета равен 1,4 % ВВП"), [null, true]);
  assert.deepEqual(await strangeIn("базовая инфляция равна 5 %"), [null, false]);
  assert.deepEqual(await strangeIn("в дефиците бюджета 5 %"), [null, false]);
});

test("an apposition does not make a subject doubtful [verify.draft]", async () => {
  const finder = finderOf({яйца: "d 1"});
  assert.equal((await subjectFor("яйца, герой осени, — 5 %", finder))?.subject.isDoubtful, false);
});

test("prices in a sentence of their own are those of all goods behind a part of them, and not behind flats [verify.draft]", async () => {
  const finder = finderOf({"потребительские цены": "prices all"});
  const behind = async (indicator: string) => {
    const before = saidOf({...PLAIN, words: ["услуги"], indicators: new Set([indicator])});
    return (await subjectFor("За 2024 год цены выросли на 9 %", finder, before))?.subject.words.join(" ");
  };
  assert.equal(await behind("prices services"), "потребительские цены");
  assert.equal(await behind("flats new"), "услуги");
});

test("a territory is that of a question before, or the only one of the sentence, and else doubtful [verify.draft]", () => {
  const territoryIn = (sentence: string, isQuestion: boolean | null) => {
    const portions = portionsOf(sentence, false);
    const subject: Subject = {...PLAIN, words: ["инфляция"]};
    const at = portions.findIndex(({figure}) => figure !== null);
    const heard = isQuestion === null ? null : {territory: ["татарстан"], isQuestion};
    const {words, isDoubtful} = territoryOf(portions, at, NONE, null, {subject, from: "own", isStrange: false}, heard);
    return [words.join(" "), isDoubtful];
  };
  assert.deepEqual(territoryIn("инфляция была 5 %", true), ["татарстан", false]);
  assert.deepEqual(territoryIn("инфляция была 5 %", false), ["", true]);
  assert.deepEqual(territoryIn("инфляция там была 5 %", false), ["татарстан", false]);
  assert.deepEqual(territoryIn("в республике было 5 %, Дагестан рад", null), ["дагестан", false]);
  assert.deepEqual(territoryIn("в республике было 5 %", null), ["", true]);
});
