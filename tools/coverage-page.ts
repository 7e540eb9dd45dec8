// The page docs/coverage.md: the share of the publishers' files that is read, from one complete run of `npm run coverage:sources -- --write`.
//
// It contains only figures that depend on the files and the program, no times: the same run on another machine gives the same page.
export interface CoverageSummary {
  readonly files: number;
  readonly cells: number;
  readonly loaded: number;
  readonly below: number;
  readonly above: number;
  readonly byParser: ReadonlyMap<
    string,
    {readonly files: number; readonly cells: number; readonly loaded: number; readonly missing: number}
  >;
  /** Reasons, with the number of cells for each. */
  readonly notRead: ReadonlyMap<string, number>;
  /** Rules by which the other program excludes cells. */
  readonly rules: ReadonlyMap<string, number>;
  readonly drawn: Readonly<Record<string, {readonly confirmed: number; readonly wrong: number}>>;
  readonly seed: number;
  /** By built-in descriptor. */
  readonly alone: ReadonlyMap<string, AloneSummary>;
}

/** What `ryad describe` alone reads of the files of one built-in descriptor. */
export interface AloneSummary {
  readonly files: number;
  readonly familyLines: number;
  /** Of the longest proposal. */
  readonly lines: number;
  readonly cells: number;
  readonly right: number;
  readonly wrong: number;
  /** Of the wrong ones, those that only have more digits than the sheet shows. */
  readonly unrounded: number;
}

export function coveragePage(summary: CoverageSummary): string {
  const {files, cells, loaded, below, above, byParser, notRead, rules, drawn, seed, alone} = summary;
  return `${[
    "# How much of the publishers' files is read",
    "Written by `npm run coverage:sources -- --write` over the publishers' files in `../shared/data`; do not edit by hand.",
    `${files} files, ${spaced(cells)} data cells, ${spaced(loaded)} of them loaded: ${share(loaded, cells)}. ` +
      `Files below 95 % or with a value that was not confirmed: ${below}; files with more loaded than counted cells: ${above}.\n` +
      "`tools/count-data-cells.py` counts the data cells, with other libraries than the parsers.",
    table(
      ["parser", "files", "data cells", "values loaded", "share", "cells with a reason for no value"],
      [...byParser].map(([parser, one]) => [
        parser,
        String(one.files),
        spaced(one.cells),
        spaced(one.loaded),
        share(one.loaded, one.cells),
        spaced(one.missing),
      ]),
    ),
    ...alonePart(alone),
    "## What is not read, by reason",
    table(["reason", "times"], most(notRead)),
    "## Numbers that are no data cells, by rule",
    table(["rule", "cells"], most(rules)),
    "## Values drawn",
    `For each parser values are drawn by the seed ${seed}. \`tools/confirm-cells.py\` must find the text of each value, with other libraries\n` +
      "than the parsers, at the place that its evidence gives. It must also get the value from the text by the steps of the evidence, with\n" +
      "the format of the cell where a step names it (a raised digit, per cent, decimals shown).",
    table(
      ["parser", "confirmed", "wrong"],
      Object.entries(drawn).map(([parser, one]) => [parser, spaced(one.confirmed), spaced(one.wrong)]),
    ),
  ].join("\n\n")}\n`;
}

export function alonePart(alone: CoverageSummary["alone"]): string[] {
  const rows = [...alone].sort(([, a], [, b]) => b.cells - a.cells);
  const sum = (count: "files" | "cells" | "right" | "wrong" | "unrounded") =>
    rows.reduce((total, [, one]) => total + one[count], 0);
  const [cells, right, wrong] = [sum("cells"), sum("right"), sum("wrong")];
  return [
    "## What `ryad describe` reaches alone",
    "The files that a built-in descriptor reads, with all built-in descriptors taken away: `ryad describe` proposes a descriptor, and nobody\n" +
      "answers its questions. Files that a program of their own reads (EMISS, short-term indicators as text, the Treasury) need no descriptor and\n" +
      "are not counted here. A cell is right if value, period, territory, unit and transformation are those that the built-in descriptor\n" +
      "gives, and if its series has the same cells. Every other value that would be read is wrong. The rest is asked or refused: mostly a unit\n" +
      `that no text of the file names. Of ${spaced(cells)} cells in ${sum("files")} files ${share(right, cells)} are right, ${spaced(wrong)} wrong (${spaced(sum("unrounded"))} of them only\n` +
      "in digits behind those that the sheet shows, which the built-in descriptor rounds), and " +
      `${share(cells - right - wrong, cells)} asked or refused. No load publishes any of them without a person's word: a proposal is always held.`,
    table(
      [
        "built-in descriptor",
        "its lines",
        "files",
        "cells",
        "lines of the longest proposal",
        "right",
        "wrong",
        "asked or refused",
      ],
      rows.map(([family, one]) => [
        family,
        String(one.familyLines),
        String(one.files),
        spaced(one.cells),
        String(one.lines),
        share(one.right, one.cells),
        spaced(one.wrong),
        share(Math.max(0, one.cells - one.right - one.wrong), one.cells),
      ]),
    ),
  ];
}

function most(counts: ReadonlyMap<string, number>): string[][] {
  return [...counts].sort((a, b) => b[1] - a[1]).map(([words, count]) => [words.replaceAll("|", "\\|"), spaced(count)]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.";
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Cut, not rounded: a share with a missing value is never 100 %. */
function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(Math.floor((100_000 * part) / whole) / 1000).toFixed(3)} %`;
}

/** 1 234 567, with no-break spaces. */
function spaced(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, "\u00a0");
}
