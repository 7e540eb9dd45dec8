// The units of a person's answers in the words of the country's lists, and those that become units of the descriptor's own.
//
// English words for a listed unit are that unit. Other English words are a unit of one's own only where the lists are in another language, and
// not if they are a typing error away from a listed name: a wrong spelling would be a second unit.
import type {Country} from "../../country/country.ts";
import {findNearName} from "../../near-name.ts";
import type {Descriptor} from "../described/descriptor.ts";
import {withOwnUnits} from "../described/own-units.ts";
import type {Answers} from "./answers.ts";
import type {Say} from "./reading.ts";

export interface NamedAnswers {
  readonly answers: Answers;
  /** With the units of one's own. */
  readonly country: Country;
  readonly own: NonNullable<Descriptor["units"]>;
}

export function namedUnits(answers: Answers, country: Country, say: Say): NamedAnswers {
  const own: Record<string, {name: string; mult?: number}> = {};
  const named = (text: string): string => {
    const {units} = country;
    if (units.known(text) !== null) return text;
    const listed = units.ofEnglish?.(text) ?? null;
    if (listed !== null) {
      say(`unit: ${JSON.stringify(text)} is ${listed.name}`, 0.95);
      return listed.name;
    }
    if (units.ofEnglish === undefined || !ENGLISH.test(text) || findNearName(text, ENGLISH_NAMES) !== null) return text;
    const name = text.trim().replace(/\s+/g, " ");
    const mult = NUMBER_WORDS.find(([word]) => word.test(name))?.[1];
    own[name] = {name, ...(mult !== undefined && {mult})};
    say(`units: no list has ${JSON.stringify(name)}, so it is a unit of its own`, 0.7);
    return name;
  };
  const {unit, units} = answers;
  const said: Answers = {
    ...answers,
    unit: unit === null ? null : named(unit),
    ...(units && {units: new Map([...units].map(([column, text]) => [column, named(text)]))}),
  };
  return {answers: said, country: withOwnUnits(country, Object.keys(own).length === 0 ? undefined : own), own};
}

/** Letters without those of another script: "тыс. рублй" is a slip of a listed unit, and is refused. */
const ENGLISH = /^(?=.*[a-z]{2})[a-z\d\s.,%()/&'’²³-]+$/i;

/** Of the commonest units, whose slips are no other units. */
const ENGLISH_NAMES = [
  ...["per cent", "percent", "rouble", "roubles", "ruble", "rubles", "US dollar", "euro", "tonne", "tonnes"],
  ...["persons", "people", "thousand roubles", "million roubles", "billion roubles", "million rubles"],
];

const NUMBER_WORDS: readonly (readonly [RegExp, number])[] = [
  [/^thousands?\b/i, 1e3],
  [/^(?:millions?|mln|mn)\b/i, 1e6],
  [/^(?:billions?|bln|bn)\b/i, 1e9],
  [/^(?:trillions?|trln|trn)\b/i, 1e12],
];
