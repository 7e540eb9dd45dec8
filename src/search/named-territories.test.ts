// The territories that a text names, and the rest of the text.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finish, longestStep} from "../work/steps.fixture.ts";
import {namedTerritories, readNamedTerritories} from "./named-territories.ts";
import {buildIndex, CENTRE, COUNTRY, KAZAN, MOSCOW, NORTH, PETERSBURG, TATARSTAN} from "./search.fixture.ts";

const REGION = {
  code: "46000000000",
  name: "Московская область",
  level: "region",
  canonical: "RU-50",
  parent: null,
} as const;
const ALL = [COUNTRY, CENTRE, NORTH, MOSCOW, PETERSBURG, TATARSTAN, KAZAN, REGION];

const {territories} = buildIndex([{families: [{territories: ALL}]}]).index;
const NAMES = finish(
  namedTerritories(territories.all, ({name, code}) =>
    code === REGION.code ? [name, "Moscow Region"] : code === MOSCOW.code ? [name, "Moscow"] : [name],
  ),
);
const read = (text: string) => {
  const found = readNamedTerritories(text, NAMES);
  return [found.territories.map(({name}) => name), found.rest];
};

test("a name counts as a whole in any of its forms, an adjective only with the word for its kind, a city only exactly, the country never [site.several-territories]", () => {
  assert.deepEqual(read("зарплата Москвы и Татарстана"), [[MOSCOW.name, TATARSTAN.name], "зарплата"]);
  assert.deepEqual(read("зарплата в Республике Татарстан, город Москва"), [[TATARSTAN.name, MOSCOW.name], "зарплата"]);
  assert.deepEqual(read("московская область и Москва"), [[REGION.name, MOSCOW.name], ""]);
  assert.deepEqual(read("московская зарплата"), [[], "московская зарплата"]);
  assert.deepEqual(read("Moscow Region, Moscow"), [[REGION.name, MOSCOW.name], ""]);
  assert.deepEqual(read("Казань Казани"), [[KAZAN.name], "казани"]);
  assert.deepEqual(read("Российская Федерация"), [[], "российская федерация"]);
  assert.deepEqual(read("Москва Москве"), [[MOSCOW.name], ""]);
});

test("the names of 50 territories are read between two places to rest [budget.steps]", () => {
  let read = 0;
  const many = Array.from({length: 500}, () => territories.all.find(({name}) => name === MOSCOW.name)!);
  const steps = namedTerritories(many, ({name}) => {
    read++;
    return [name];
  });
  const longest = longestStep(steps, () => read);
  assert.equal(read, 500);
  assert.ok(longest <= 50, `${longest}`);
});
