// Reads a JSON object that a person wrote: every field is checked, and every problem is listed with its path.
//
// A reader does not throw or stop at a problem: it notes the problem and returns a harmless value, so that a person can correct the whole
// file at once. A missing field is null everywhere.

import {parseDay, type StatedDay} from "../../../statistics/time/day.ts";
import {findNearName} from "../../../text/near-name.ts";

export interface Fields {
  /** The path of this object: "classes[3].", empty for the root. */
  readonly path: string;
  /** The field exists and is not null or blank. */
  has(key: string): boolean;
  /** Required, not blank; blanks around the text are dropped. */
  text(key: string): string;
  textOrNull(key: string): string | null;
  /** As `text`, and short, without line breaks: codes are parts of filters and addresses. */
  code(key: string): string;
  codeOrNull(key: string): string | null;
  texts(key: string): readonly string[];
  flag(key: string, fallback: boolean): boolean;
  number(
    key: string,
    fallback: number,
    rule: {readonly holds: (number: number) => boolean; readonly words: string},
  ): number;
  /** Required; null: it is noted as a problem. */
  day(key: string): StatedDay | null;
  dayOrNull(key: string): StatedDay | null;
  choiceOrNull<T extends string>(key: string, choices: readonly T[]): T | null;
  /** null when it is missing. */
  list<T>(key: string, keys: readonly string[], read: (element: Fields) => T): readonly T[] | null;
  object<T>(key: string, keys: readonly string[], read: (fields: Fields) => T): T | null;
  refuse(key: string, reason: string): void;
}

/** The fields of a value that must be an object. An unknown key is a problem only if it looks like a misspelt known one. */
export function readFields(value: unknown, path: string, keys: readonly string[], problems: string[]): Fields {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const own = path === "" ? "the root" : path.slice(0, -1);
  if (!isObject) problems.push(`${own}: must be an object, {…}`);
  const record = isObject ? (value as Readonly<Record<string, unknown>>) : {};
  const refuse = (key: string, reason: string): void => void problems.push(`${path}${key}: ${reason}`);
  const unknown = Object.keys(record).filter((key) => !keys.includes(key));
  if (unknown.length > MAX_UNKNOWN_FIELDS) problems.push(`${own}: has ${unknown.length} unknown fields`);
  for (const key of unknown.slice(0, MAX_UNKNOWN_FIELDS)) {
    const meant = findNearName(key, keys);
    if (meant !== null) refuse(key, `is unknown; ${meant} was probably meant`);
  }
  const get = (key: string): unknown => (Object.hasOwn(record, key) ? (record[key] ?? null) : null);

  const textOrNull = (key: string): string | null => {
    const given = get(key);
    if (given === null) return null;
    const fault = typeof given === "string" ? findTextFault(given) : "must be a string";
    if (fault !== null) refuse(key, fault);
    else if (typeof given === "string" && given.trim() !== "") return given.trim();
    return null;
  };
  const codeOrNull = (key: string): string | null => {
    const text = textOrNull(key);
    const reason = text === null ? null : findCodeFault(text);
    if (reason !== null) refuse(key, reason);
    return text;
  };
  const required = (key: string, read: (key: string) => string | null): string => {
    const before = problems.length;
    const text = read(key);
    if (text === null && problems.length === before)
      refuse(key, get(key) === null ? "is missing" : "must not be empty");
    return text ?? "";
  };
  const has = (key: string): boolean => {
    const given = get(key);
    return given !== null && (typeof given !== "string" || given.trim() !== "");
  };
  const dayOrNull = (key: string): StatedDay | null => {
    const text = textOrNull(key);
    const day = text === null ? null : parseDay(text);
    if (text !== null && day === null)
      refuse(key, `must be a day YYYY-MM-DD from 1700 to 2199, not ${JSON.stringify(text)}`);
    return day;
  };
  return {
    path,
    refuse,
    textOrNull,
    codeOrNull,
    has,
    text: (key) => required(key, textOrNull),
    code: (key) => required(key, codeOrNull),
    texts(key) {
      const given = get(key) ?? [];
      if (!Array.isArray(given) || !given.every((one) => typeof one === "string")) {
        refuse(key, "must be a list of strings");
        return [];
      }
      const fault = given.map(findTextFault).find((one) => one !== null);
      if (fault !== undefined) refuse(key, fault!);
      return given.map((one: string) => one.trim()).filter((one) => one !== "");
    },
    flag(key, fallback) {
      const given = get(key) ?? fallback;
      if (typeof given === "boolean") return given;
      refuse(key, "must be true or false");
      return fallback;
    },
    number(key, fallback, rule) {
      const given = get(key) ?? fallback;
      if (typeof given === "number" && rule.holds(given)) return given;
      refuse(key, `must be ${rule.words}`);
      return fallback;
    },
    dayOrNull,
    day(key) {
      if (!has(key)) refuse(key, "is missing");
      return dayOrNull(key);
    },
    choiceOrNull(key, choices) {
      const text = textOrNull(key);
      const choice = choices.find((one) => one === text) ?? null;
      if (text !== null && choice === null)
        refuse(key, `must be one of ${choices.join(", ")}, not ${JSON.stringify(text)}`);
      return choice;
    },
    list(key, elementKeys, read) {
      const given = get(key);
      if (given === null) return null;
      if (Array.isArray(given)) {
        return given.map((one: unknown, index) =>
          read(readFields(one, `${path}${key}[${index}].`, elementKeys, problems)),
        );
      }
      refuse(key, "must be a list, […]");
      return null;
    },
    object(key, ownKeys, read) {
      const given = get(key);
      return given === null ? null : read(readFields(given, `${path}${key}.`, ownKeys, problems));
    },
  };
}

/** Why a text can't be stored; null: it can. Not every store accepts U+0000 or broken characters. */
function findTextFault(text: string): string | null {
  if (!text.isWellFormed()) return "contains a broken character";
  return text.includes("\u0000") ? "contains the character U+0000" : null;
}

/** Why a text can't be a code; null: it can. Codes are parts of addresses, filters and comma-separated lists. */
export function findCodeFault(text: string): string | null {
  if (text.length > MAX_CODE_LENGTH) return `is longer than ${MAX_CODE_LENGTH} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return "contains a control character";
  return null;
}

const MAX_CODE_LENGTH = 256;
/** Each unknown field is compared with every known name: millions of them would take minutes. */
const MAX_UNKNOWN_FIELDS = 1000;

export interface RowFault {
  readonly column: string | null;
  readonly reason: string;
  readonly text: string;
}
