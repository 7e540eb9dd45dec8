// How a plain table writes its numbers, from all texts of its values together: a comma before decimals, or between thousands.
//
// "1,234" has two readings. It is asked unless another text of the table decides, because the wrong one is a thousand times the other.
import type {TableDescription} from "../../described/descriptor/descriptor.ts";
import {withoutBlanks} from "../../described/plain/plain-number.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

const POINT = /^[-+\u2212]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const COMMA =
  /^[-+\u2212]?(?:\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})|0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|\d+,\d+[eE][-+]?\d{1,3})$/;
const DECIMAL_POINT = /^[-+\u2212]?(?:0\.\d+|\d+\.(?:\d{1,2}|\d{4,})|\d{4,}\.\d+)$/;
const OPEN = /^[-+\u2212]?[1-9]\d{0,2},\d{3}$/;

/** null: as every program writes them, with a point or without decimals. @param country whose words a person named */
export function numberForm(
  values: readonly ColumnProfile[],
  country: string | null,
  say: Say,
): NonNullable<TableDescription["numbers"]> | null {
  const texts = values.flatMap(({distinct}) =>
    distinct.filter(({kind}) => kind === "text").map(({plain}) => withoutBlanks(plain.trim())),
  );
  const first = (shape: RegExp): string | undefined => texts.find((text) => shape.test(text));
  const [point, comma, decimal, open] = [first(POINT), first(COMMA), first(DECIMAL_POINT), first(OPEN)];
  const ask = (text: string): null => {
    say(
      `is the comma a decimal comma or between thousands? (such as ${text}) name the country whose words the table uses with --country`,
      null,
    );
    return null;
  };
  if (comma !== undefined) {
    if (point !== undefined || decimal !== undefined) return ask(`${comma} beside ${point ?? decimal}`);
    say(`numbers: ${comma} has a decimal comma`, 0.95);
    return "1.234,5";
  }
  if (point !== undefined && country !== null && country !== "US") return ask(point);
  if (point !== undefined || (open !== undefined && decimal !== undefined)) {
    say(`numbers: ${point ?? open} has commas between thousands`, 0.95);
    return "1,234.5";
  }
  const dotted = open === undefined ? thousandsByPoint(texts) : undefined;
  if (dotted !== undefined) {
    if (country !== null) return country === "US" ? null : "1.234,5";
    say(
      `is the point a decimal point or between thousands? (such as ${dotted}, beside whole numbers) name the country whose words the table uses with --country`,
      null,
    );
    return null;
  }
  if (open === undefined) return null;
  if (country === null) return ask(open);
  return country === "US" ? "1,234.5" : "1.234,5";
}

const POINTED = /^[-+\u2212]?[1-9]\d{0,2}\.\d{3}$/;
const MOST_BY_CHANCE = 8;

/**
 * "1.100" beside "999": a program that writes decimals shortens them, or gives all numbers as many. Where each point has three digits behind
 * it, whole numbers stand beside, and zeros end some, points may be between thousands. undefined: they are not.
 */
function thousandsByPoint(texts: readonly string[]): string | undefined {
  const pointed = texts.filter((text) => text.includes("."));
  const isOpen = pointed.length > 1 && pointed.every((text) => POINTED.test(text));
  const isBeside = texts.some((text) => /^[-+\u2212]?[1-9]\d{0,2}$/.test(text));
  if (!isOpen || !isBeside) return undefined;
  const zero = pointed.find((text) => text.endsWith("0"));
  return zero ?? (pointed.length > MOST_BY_CHANCE ? pointed[0] : undefined);
}
