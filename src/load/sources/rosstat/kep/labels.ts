// The labels above a block: a numbered heading, names below it, the base of comparison, the unit.
//
// The n names between two blocks of values replace the n innermost names; the outer ones stay. A line with only another base
// ("в % к предыдущему месяцу") changes no name (FIX-rosstat-11).
import {transformationOf} from "../../../../country/ru/base-words.ts";
import {withoutMarks} from "../../../../country/ru/table-words.ts";
import {knownUnit} from "../../../../country/ru/unit-matcher.ts";
import type {UnitLabel} from "../../../../statistics/release/release.ts";

export interface BlockLabels {
  readonly heading: string;
  readonly names: readonly string[];
  /** null: a level. */
  readonly base: Base | null;
  readonly unit: UnitLabel | null;
  /** Whether there was a line of text between these values and the ones before. */
  readonly isNew: boolean;
}

export interface Base {
  /** "previous": compared with the month, quarter or year before, as the column is. */
  readonly transformation: string | "previous";
  /** Summed from January on, even if the columns do not say so. */
  readonly cumulative: boolean;
}

export interface LabelReader {
  /** A line of text alone. */
  read(line: string): void;
  /** Whether a numbered heading was read since the last row of a year. */
  beginsTable(): boolean;
  /** The labels of the values that follow; the next line of text begins a new group of names. */
  values(): BlockLabels;
}

interface Name {
  readonly name: string;
  readonly unit: UnitLabel | null;
}

export function createLabelReader(): LabelReader {
  let heading: Name = {name: "", unit: null};
  let names: Name[] = [];
  let group: Name[] = [];
  let base: Base | null = null;
  /** The base of the heading, for names below it that have neither base nor unit. */
  let headingBase: Base | null = null;
  /** The unit of the whole group, from a line that has only a unit. */
  let unit: UnitLabel | null = null;
  let fresh = true;
  let isNew = true;

  const open = () => {
    if (fresh) return;
    fresh = true;
    group = [];
  };
  const settle = () => {
    if (group.length > 0) names = [...names.slice(0, Math.max(0, names.length - group.length)), ...group];
    group = [];
  };
  const name = (text: string) => {
    open();
    const found = labelParts(text);
    base = found.base ?? (found.unit === null ? headingBase : null);
    unit = null;
    if (found.name !== "") group.push(found);
  };

  const read = (line: string): void => {
    if (FOOTNOTE.test(line)) {
      const tail = labelBehindFootnote(line);
      if (tail !== null) read(tail);
      return;
    }
    const text = russianPart(line);
    if (text === "") return;
    isNew = true;
    const numbered = /^(?:\d+\.)*\d+\.?\s*(?=[А-ЯЁ"«])/.exec(text);
    if (numbered?.[0].includes(".")) {
      const found = labelParts(text.slice(numbered[0].length));
      heading = found;
      names = [];
      group = [];
      fresh = true;
      headingBase = found.base;
      base = found.base;
      unit = null;
      return;
    }
    const bare = text.replace(LEAD_IN, "");
    if (bare === "") return;
    const found = baseOf(bare);
    if (found !== null && labelParts(bare).name === "") {
      settle();
      open();
      base = found;
      return;
    }
    const alone = knownUnit(bare);
    if (alone !== null) {
      open();
      base = null;
      unit = alone;
      return;
    }
    name(bare);
  };

  return {
    read,
    beginsTable: () => fresh,
    values() {
      settle();
      fresh = false;
      const wasNew = isNew;
      isNew = false;
      // The innermost word about the unit counts.
      const said = unit ?? names.findLast((name) => name.unit !== null)?.unit ?? heading.unit;
      return {
        heading: heading.name,
        names: names.map(({name}) => name),
        base,
        isNew: wasNew,
        unit: base === null ? said : knownUnit("процент"),
      };
    },
  };
}

const FOOTNOTE = /^"?_{3,}|^\d\)\s|^_/;
const LEAD_IN = /^(?:в том числе|из (?:них|него|нее|общего объема[^:]*))\s?:?\s*/i;

/**
 * "Объем ВВП, млрд.рублей /GDP, bln rubles" without the English, which may be between two Russian parts ("в том числе: / of which:
 * экспорт"), and without footnote marks. If a line has two headings, the last.
 */
function russianPart(line: string): string {
  const last = line.split(/\s(?=\d+\.\d+\.\d+\.\s)/).at(-1)!;
  const [first = "", ...more] = last
    .split(/\s*\/\s*[A-Za-z"«][\x20-\x7e\u2013\u2019\u201c\u201d«»]*/)
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("/"));
  const whole = more.reduce(
    (text, fragment) => `${text}${knownUnit(fragment) === null ? " " : ", "}${fragment}`,
    first,
  );
  return whole.replace(/(?<=[а-яё»")])\s?\d\)(?:,\s?\d\))*/gi, "").trim();
}

/** FIX-rosstat-13: the label of a page may be glued to the footnote at the end of the page before: "… final results. в % к … / percent of …". */
function labelBehindFootnote(line: string): string | null {
  return /\.\s+((?:\d+\.)*[А-ЯЁа-яё][^.]*?\s*\/\s*[A-Za-z][^.]*)$/.exec(line)?.[1] ?? null;
}

function baseOf(text: string): Base | null {
  const folded = text.toLowerCase();
  if (/в % к (?:предыдущему|концу предыдущего) период/.test(folded))
    return {transformation: "previous", cumulative: false};
  const transformation = transformationOf(folded);
  return transformation === null ? null : {transformation, cumulative: /с начала отчетного года/.test(folded)};
}

/** The name before its base and its unit: "Нефть, млн.тонн", "Индекс потребительских цен в % к предыдущему месяцу". */
function labelParts(text: string): Name & {readonly base: Base | null} {
  const base = baseOf(text);
  if (base !== null) {
    const name = text.replace(
      /[,;]?\s*(?:отчетный месяц|период с начала отчетного года|\(?на конец периода,?)?\s*\(?в %.*$/s,
      "",
    );
    return {name: withoutMarks(name.replace(/\((?:на конец периода)?$/, "")), base, unit: null};
  }
  const plain = withoutMarks(text);
  const percent = /(?:^|[ ,(])(?:в )?(?:%|процент[а-я]*)(?=$|[ ,);])/.test(plain.toLowerCase());
  for (let comma = plain.lastIndexOf(","); comma > 0; comma = plain.lastIndexOf(",", comma - 1)) {
    const unit = knownUnit(
      plain
        .slice(comma + 1)
        .replace(/\s*\(.*\)\s*$/, "")
        .trim(),
    );
    if (unit !== null) return {name: withoutMarks(plain.slice(0, comma)), base: null, unit};
  }
  return {name: plain, base: null, unit: percent ? knownUnit("процент") : null};
}
