// What a check of a load found, as a code with its values: each reader gets it in the words of his language, and a program gets the figures.
//
// Here are the codes and the English words, which commands print. The words of the site are in site/words/finding-words.ts. Inside of a
// finding only the words of parsers and refusals are English in every language: they quote a file, a key or a fault.
import {counted} from "./counted.ts";

/** The values of each code. A list of names has the first of them; `isMore`: there are others. Days are YYYY-MM-DD. */
export interface FindingValues {
  /** Of a run that an older program kept: its English words. */
  readonly text: {readonly text: string};
  readonly unreadable: {
    readonly values: number;
    readonly locations: number;
    /** Set aside on request. */
    readonly isAside: boolean;
    readonly named: readonly LossWords[];
    readonly isMore: boolean;
  };
  readonly "unknown-units": Named & {readonly count: number};
  readonly "cut-off": {readonly file: string | null};
  readonly "not-cut-off": Nothing;
  readonly values: {readonly count: number};
  readonly "lists-alone": Nothing;
  readonly "no-values": Nothing;
  readonly unconfirmed: Nothing;
  readonly ignored: {readonly parts: readonly (Named & {readonly kind: keyof typeof IGNORED_WORDS})[]};
  readonly "revised-source": Nothing;
  readonly changed: Sighting<LocatedValue>;
  readonly leaps: Sighting<LocatedValue>;
  readonly ahead: Sighting<LocatedValue>;
  readonly reread: Sighting<RereadSeries>;
  readonly "other-counts": Sighting<OtherCount>;
  readonly "not-reread": Nothing;
  readonly "reread-alike": Nothing;
  /** There is no release before it that its series could be compared with. */
  readonly "first-series": Nothing;
  readonly "all-series": Nothing;
  readonly "package-may-lack": Nothing;
  readonly "part-may-lack": Nothing;
  readonly "no-text-table": Nothing;
  readonly "series-gone": Gone & Named;
  /** `mayBePart`: a package that is a part of its dataset has to say so. */
  readonly "series-cut": Gone & {readonly mayBePart: boolean};
  readonly "before-unknown-series": {readonly before: string; readonly unknown: number; readonly of: number};
  readonly "before-other-count": {readonly before: string; readonly other: OtherCount};
  readonly "before-unreadable": {readonly before: string; readonly why: string};
  /** `isTooMany`: a package that gives only what is new has to say so. */
  readonly withdrawn: {readonly count: number; readonly of: number; readonly isTooMany: boolean};
  readonly "first-release": Nothing;
  readonly "same-table": Nothing;
  /** The dataset that a person's own table would join without one of its series. */
  readonly "other-table": {readonly dataset: string; readonly name: string; readonly series: number};
  readonly order: {readonly published: string; readonly newest: string};
  readonly lag: Lag;
  readonly "long-lag": Lag;
}

export type FindingCode = keyof FindingValues;
export type FindingOf<C extends FindingCode> = {readonly code: C} & FindingValues[C];
export type Finding = {[C in FindingCode]: FindingOf<C>}[FindingCode];
/** Words for each code in one language: a code without words does not compile. */
export type FindingWords = {readonly [C in FindingCode]: (values: FindingValues[C]) => string};

type Nothing = Readonly<Record<never, never>>;

interface Named {
  readonly named: readonly string[];
  readonly isMore: boolean;
}

interface Gone {
  readonly gone: number;
  readonly carried: number;
  /** The day of the release before; null: of packages and parts. */
  readonly before: string | null;
}

interface Lag {
  readonly published: string;
  /** The end of the last period. */
  readonly end: string;
}

/** How many there are, and the first of them; null: there is none. */
export interface Sighting<F> {
  readonly count: number;
  readonly first: F | null;
}

export interface LocatedValue {
  /** Title and period. */
  readonly location: string;
  /** null: it has no published value, or that is not what matters. */
  readonly was: number | null;
  readonly value: number;
}

/** A series with other estimates when its releases are read again. */
export interface RereadSeries {
  readonly key: string;
  readonly difference: string;
}

/** A release with another number of values when it is read again. */
export interface OtherCount {
  readonly release: number;
  readonly had: number;
  readonly reads: number;
}

/** Unreadable places with one reason and text. */
export interface LossWords {
  /** The first of the places. */
  readonly example: string;
  readonly reason: string;
  readonly text: string;
  readonly locations: number;
  readonly values: number;
}

/** In the words of the language. */
export function wordsOfFinding<C extends FindingCode>(finding: FindingOf<C>, words: FindingWords): string {
  return (words[finding.code] as (values: FindingValues[C]) => string)(finding);
}

/** The findings of a check in English, as one line. */
export function findingText(findings: readonly Finding[]): string {
  return findings.map((finding) => wordsOfFinding(finding, ENGLISH)).join("; ");
}

/** The group as one line: its first location, the reason, the text, and the number of values. */
export function lossText({example, reason, text, locations, values}: LossWords): string {
  const more = locations === 1 && values === 1 ? "" : `, ${values} values`;
  return `${example}: ${reason}${text ? ` (${JSON.stringify(text)})` : ""}${more}`;
}

export function otherCountText({release, had, reads}: OtherCount): string {
  return `release ${release} had ${had} values when it was loaded, but this program reads ${reads}`;
}

export function longLagText({published, end}: Lag): string {
  return `was it published on ${published}? the last period ends on ${end}, more than two years before, and names of territories are read as of the day of publication: give the day on which it appeared with --published`;
}

/** A value, and the published one that it would replace. */
export function locatedText({location, was, value}: LocatedValue, become: string): string {
  return `${location}: ${was === null ? value : `${was} ${become} ${value}`}`;
}

/** ": first; …", or nothing. */
export function firstText<F>({count, first}: Sighting<F>, textOf: (first: F) => string): string {
  return first === null ? "" : `: ${textOf(first)}${count > 1 ? "; …" : ""}`;
}

/** ": one; two; …", or nothing. */
export function listText(names: readonly string[], isMore: boolean, separator = "; "): string {
  return names.length === 0 ? "" : `: ${names.join(separator)}${isMore ? `${separator}…` : ""}`;
}

const IGNORED_WORDS = {
  attribute: "attributes of values that are not kept",
  sheet: "sheets that are not read",
  file: "files that are not read",
  missing: "periods without a value",
} as const;

const located = (seen: LocatedValue): string => locatedText(seen, "would become");
const quoted = ({named, isMore}: Named, separator?: string): string =>
  listText(
    named.map((name) => JSON.stringify(name)),
    isMore,
    separator,
  );

function goneText({gone, carried, before}: Gone): string {
  const whose = before === null ? "of packages or partial releases" : `of the release of ${before}`;
  return `${gone} of ${carried} series ${whose} are not in it`;
}

const differently = (before: string, how: string): string =>
  `the release of ${before} before it is read differently now: ${how}`;

const ENGLISH: FindingWords = {
  text: ({text}) => text,
  unreadable({values, locations, isAside, named, isMore}) {
    const where = values === locations ? "" : ` in ${counted(locations, "place")}`;
    const aside = isAside ? ", set aside on request" : "";
    return `${counted(values, "value")} unreadable${where}${aside}${listText(named.map(lossText), isMore)}`;
  },
  "unknown-units": ({count, ...names}) => `${count} unknown${quoted(names, ", ")}`,
  "cut-off": ({file}) => `the last line of ${file} has no line end: it was probably cut off`,
  "not-cut-off": () => "no file ends inside a line",
  values: ({count}) => counted(count, "value"),
  "lists-alone": () => "only lists of names",
  "no-values": () => "no value at all",
  unconfirmed: () =>
    'the descriptor is a proposal that nobody has confirmed: accept the run, or correct the descriptor and remove "proposed" from it',
  ignored: ({parts}) =>
    parts.map(({kind, named, isMore}) => `${IGNORED_WORDS[kind]}${listText(named, isMore, ", ")}`).join("; "),
  "revised-source": () => "the source revises its values",
  changed: (seen) =>
    `${counted(seen.count, "published value")} would change in a dataset that is declared not revised${firstText(seen, located)}`,
  leaps: (seen) =>
    `${counted(seen.count, "value")} a thousand times their neighbours or more${firstText(seen, located)}`,
  ahead: (seen) =>
    `${counted(seen.count, "value")} of months or quarters that begin after the day of publication${firstText(seen, located)}`,
  reread: (seen) =>
    `${seen.count} series would have other estimates${firstText(seen, ({key, difference}) => `series ${key}: ${difference}`)}`,
  "other-counts": (seen) =>
    `${counted(seen.count, "release")} with another number of values${firstText(seen, otherCountText)}`,
  "not-reread": () => "no release had to be read again",
  "reread-alike": () => "the releases that were read again give the served values",
  "first-series": () => "no release before it to be compared with",
  "all-series": () => "every series of the dataset is in it",
  "package-may-lack": () => "a package may have only some of the series",
  "part-may-lack": () => "a file of this kind has only some of the series",
  "no-text-table": () => "no table of text",
  "series-gone": (gone) => `${goneText(gone)}${quoted(gone)}`,
  "series-cut": ({mayBePart, ...gone}) => {
    const part = mayBePart ? '; a package that is a part of its dataset says "partial": true' : "";
    return `${goneText(gone)}: the file may have been cut off at the end of a line${part}`;
  },
  "before-unknown-series": ({before, unknown, of}) =>
    differently(before, `${unknown} of its ${of} series are not in the store`),
  "before-other-count": ({before, other}) => differently(before, otherCountText(other)),
  "before-unreadable": ({before, why}) => `the release of ${before} before it can't be read again: ${why}`,
  withdrawn({count, of, isTooMany}) {
    const partly = isTooMany ? '; a package that gives only what is new or changed says "partial": true' : "";
    return `the release covers ${count} of ${counted(of, "value")} of the dataset without a value, which withdraws them${partly}`;
  },
  "first-release": () => "the first release",
  "same-table": () => "it is no other table under the name of a dataset",
  "other-table": ({dataset, name, series}) =>
    `none of its series is among the ${counted(series, "series")} of ${dataset}, ${JSON.stringify(name)}: another table of the same name? load it with --dataset CODE, or accept the run if it is the same table`,
  order: ({published, newest}) => `published ${published}, the newest ${newest}`,
  lag: ({published, end}) => `published ${published}; the last period ends on ${end}`,
  "long-lag": (lag) => `${longLagText(lag)}, or accept the run if it is that day`,
};
