// Sections of a table whose title says per cent: those that are shares, those that name a unit of their own, and those that are asked.
//
// A share of people may be negative where answers are balanced against each other. In a question to people, words such as "roubles" are
// parts of the answers and no units.
import type {CellException} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {escapedPattern} from "../exclusions.ts";
import type {ProposedHeader} from "../header.ts";
import {rowCells, type Say} from "../reading.ts";

interface Section {
  readonly text: string;
  /** Sums of the columns. */
  readonly sums: Map<number, number>;
  readonly labels: Set<string>;
  least: number;
  most: number;
}

/**
 * A section whose labels or heading have a unit in brackets has that unit. One whose values add up to 100 in most columns is a set of shares;
 * another one that is named as an index or has values that no share can have is asked and left out.
 * @param again rows where the header comes again: its dates are no values
 */
export function sectionUnits(
  sheet: Sheet,
  header: ProposedHeader,
  again: ReadonlySet<number>,
  context: TextContext,
  say: Say,
): CellException[] {
  const sections = sectionsOf(sheet, header, again, context);
  // The title over the first header is a section too, and is not examined.
  const above = Array.from({length: header.body - 1}, (_, at) => rowCells(sheet, at + 1)[0]?.plain ?? "");
  const all = new Set([...above, ...sections.map(({text}) => text)].filter((text) => text !== ""));
  const named = new Map<string, Set<string>>();
  const unclear = new Set<string>();
  for (const section of sections.filter(({text, sums}) => text !== "" && sums.size > 0)) {
    const unit = unitOf(section, context);
    if (unit !== null) named.set(unit, (named.get(unit) ?? new Set()).add(section.text));
    else if (!isWhole(section.sums) && isStrange(section, context)) unclear.add(section.text);
  }
  const expression = (texts: ReadonlySet<string>): string => {
    const others = [...all].filter((text) => !texts.has(text));
    return `^(?:${shortBeginnings([...texts], others)
      .map(escapedPattern)
      .join("|")})(?:\\s|$)`;
  };
  const own = [...named].map(([unit, texts]): CellException => {
    const of = new Set([...texts].filter((text) => !unclear.has(text)));
    say(`exceptions: ${of.size} sections name the unit ${unit}`, 0.9);
    return {section: expression(of), set: {unit}, because: "the section names its unit"};
  });
  if (unclear.size === 0) return own;
  const first = JSON.stringify([...unclear][0]!.replace(/\s+/g, " ").trim().slice(0, MOST_LETTERS));
  const [are, their] =
    unclear.size === 1 ? ["is the section", "Its"] : [`are ${unclear.size} sections, such as`, "Their"];
  say(`${are} ${first}, in per cent as the title says? ${their} values or names do not look so: see exceptions`, null);
  const because = 'question: which unit? replace "ignore": true by "set": {"unit": …}, or remove this exception';
  return [{section: expression(unclear), ignore: true, because}, ...own];
}

function sectionsOf(
  sheet: Sheet,
  {body, labelCount}: ProposedHeader,
  again: ReadonlySet<number>,
  {country}: TextContext,
): Section[] {
  const sections: Section[] = [];
  const begin = (text: string): void => {
    sections.push({text, sums: new Map(), labels: new Set(), least: 0, most: 0});
  };
  begin("");
  for (let row = body; row <= sheet.rowCount; row++) {
    if (again.has(row)) continue;
    const section = sections.at(-1)!;
    let values = 0;
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "number") continue;
      values++;
      section.sums.set(column, (section.sums.get(column) ?? 0) + cell.number);
      section.least = Math.min(section.least, cell.number);
      section.most = Math.max(section.most, cell.number);
    }
    if (values > 0) {
      section.labels.add(sheet.cell(row, labelCount)?.plain ?? "");
      continue;
    }
    const [heading] = rowCells(sheet, row);
    if (heading !== undefined && !country.tables.leadInRow.test(heading.plain)) begin(heading.plain);
  }
  return sections;
}

function isWhole(sums: ReadonlyMap<number, number>): boolean {
  const all = [...sums.values()];
  return all.filter((sum) => sum > 97 && sum < 103).length * 2 > all.length;
}

function isStrange({text, labels, least, most}: Section, {country}: TextContext): boolean {
  const {noShare} = country.tables.layout;
  if (most > 100.5 || least < -100.5 || noShare.test(text)) return true;
  return !text.includes("?") && (least < 0 || [...labels].some((label) => noShare.test(label)));
}

/** The unit in the brackets of the heading, or of all labels: "(in points)"; null: none, several or per cent. */
function unitOf({text, labels}: Section, {country: {units}}: TextContext): string | null {
  const inBrackets = (words: string): string | null => {
    const inside = /\(([^()]+)\)\s*$/.exec(words)?.[1];
    return inside === undefined ? null : (units.inside(inside)?.name ?? null);
  };
  const of = inBrackets(text);
  const [first, another] = new Set(of === null ? [...labels].map(inBrackets) : [of]);
  return first == null || another !== undefined || first === units.percent().name ? null : first;
}

const MOST_LETTERS = 60;
const LEAST_LETTERS = 5;

/** The first words of each text, as few as no other text begins with; a blank or the end of the text follows them. */
function shortBeginnings(texts: readonly string[], others: readonly string[]): string[] {
  const begins = (one: string, words: string): boolean =>
    one.startsWith(words) && /^(?:\s|$)/.test(one.slice(words.length));
  const strange = others.map((one) => one.toLowerCase());
  const found = texts.map((text) => {
    const ends = [...text.matchAll(/\S(?=\s|$)/g)].map(({index}) => index + 1);
    const isOwn = (end: number): boolean =>
      end >= LEAST_LETTERS && !strange.some((one) => begins(one, text.slice(0, end).toLowerCase()));
    return text.slice(0, ends.find(isOwn) ?? text.length);
  });
  const shortest = [...new Set(found)];
  return shortest.filter((one) => !shortest.some((other) => other !== one && begins(one, other)));
}
