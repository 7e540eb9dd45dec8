// Whether the input was whole: how its files ended, what could not be read, what was ignored, and what follows. One rule for all formats.
//
// A reader throws for a file that lacks its own end, and says of any other how it ended. A package that is not whole is refused, since its
// author can correct it; a publisher's file is held. The record of the run lists ignored parts; they hold nothing.

import {Refusal} from "../../service/refusal.ts";
import type {RunCheck} from "../../store/releases/run-details.ts";
import {counted} from "../../text/counted.ts";
import type {FindingOf} from "../../text/finding.ts";
import {type Loss, lossWords, sumLosses} from "../buffer/losses.ts";
import type {BufferedRelease, Ignored} from "../buffer/observation-buffer.ts";
import {unreadableText} from "../buffer/problem-text.ts";
import type {Ending} from "../input/ending.ts";
import type {IgnoredKind, ProblemKind} from "../source.ts";
import {checkOfRun} from "./run-check.ts";

/**
 * The parsers whose files may end "unknown": they read tables of text, which have no end of their own. Cut off at the end of a line such a
 * table looks whole, so the series of the release before decide (missing-series.ts).
 */
export const MAY_END_UNKNOWN: ReadonlySet<string> = new Set([
  "tidy",
  "described",
  "showdata",
  "rosstat_kep",
  // A month without footnotes, which come last.
  "rosstat_isep",
  "cbr-key-rate-table",
  "eurostat-tsv",
  "ons-csv",
  "ons-observations",
  "bls",
  "sdmx-csv",
  "world-bank",
]);

export interface InputFacts {
  readonly ending: Ending;
  readonly losses: readonly Loss[];
  readonly ignored: readonly Ignored[];
  /** Nobody has confirmed the proposed descriptor that read it. */
  readonly unconfirmed: boolean;
  readonly setAside: boolean;
  readonly valueCount: number;
  /** The files are lists of names, without values. */
  readonly isNamesOnly: boolean;
  /** Names of units that are in no list; empty for a package, whose units are its own. */
  readonly unknownUnits: readonly string[];
}

export function inputChecks(facts: InputFacts): RunCheck[] {
  return [
    unreadableCheck("readable-cells", "cell", facts),
    unreadableCheck("known-periods", "period", facts),
    unreadableCheck("known-territories", "territory", facts),
    unitCheck(facts),
    endingCheck(facts),
    emptinessCheck(facts),
    // Nothing that rests on a guess is published without a person's word [load.accept].
    ...(facts.unconfirmed ? [checkOfRun("confirmed-descriptor", true, false, [{code: "unconfirmed"}])] : []),
    ...ignoredChecks(facts),
  ];
}

/** @throws Refusal for a package that was cut off, or has rows that can't be read and are not set aside */
export function refuseInput(path: string, buffered: BufferedRelease, ending: Ending, setAside: boolean): void {
  if (buffered.unreadableCount > 0 && !setAside) refuseUnreadable(path, buffered);
  if (ending.kind === "cut")
    throw new Refusal(
      `${ending.file}: its last line has no line end, so it was probably cut off; nothing was loaded`,
      "write the file again; if it is complete, end its last line with a line break",
    );
}

function refuseUnreadable(path: string, {unreadable, unreadableCount}: BufferedRelease): never {
  const shown = unreadable.map((problem) => `  ${unreadableText(problem)}`);
  const more = unreadableCount - unreadable.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  throw new Refusal(
    `${path}: ${counted(unreadableCount, "row")} can't be read; nothing was loaded\n${shown.join("\n")}`,
    "correct them, or set them aside with --skip-bad-rows FILE",
  );
}

/** @throws Error for a parser of a format with an end of its own that did not look for it */
export function knownEnding(parser: string, ending: Ending): Ending {
  if (ending.kind === "unknown" && !MAY_END_UNKNOWN.has(parser)) throw new Error(`${parser} did not look for its end`);
  return ending;
}

function endingCheck({ending}: InputFacts): RunCheck {
  const isCut = ending.kind === "cut";
  return checkOfRun("whole-files", true, !isCut, [
    isCut ? {code: "cut-off", file: ending.file} : {code: "not-cut-off"},
  ]);
}

/** A table of values without a readable value was not read correctly [load.check-empty]. */
function emptinessCheck({valueCount, isNamesOnly}: InputFacts): RunCheck {
  const found = valueCount > 0 ? ({code: "values", count: valueCount} as const) : null;
  const none = {code: isNamesOnly ? "lists-alone" : "no-values"} as const;
  return checkOfRun("some-values", true, found !== null || isNamesOnly, [found ?? none]);
}

const NAMED = 3;

function unreadableCheck(name: string, kind: ProblemKind, facts: InputFacts): RunCheck {
  const found = unreadableOf(kind, facts);
  return checkOfRun(name, true, found.locations === 0 || facts.setAside, [found]);
}

function unreadableOf(kind: ProblemKind, {losses, setAside}: InputFacts): FindingOf<"unreadable"> {
  const groups = losses.filter((loss) => loss.kind === kind);
  const [locations, values] = [sumLosses(groups, "places"), sumLosses(groups, "values")];
  const named = groups.slice(0, NAMED).map(lossWords);
  return {
    code: "unreadable",
    values,
    locations,
    isAside: setAside && locations > 0,
    named,
    isMore: groups.length > NAMED,
  };
}

function unitCheck(facts: InputFacts): RunCheck {
  const {unknownUnits: names, setAside} = facts;
  const cells = unreadableOf("unit", facts);
  if (names.length === 0) return checkOfRun("known-units", true, cells.locations === 0 || setAside, [cells]);
  const named = names.slice(0, NAMED);
  const unknown = {code: "unknown-units", count: names.length, named, isMore: names.length > NAMED} as const;
  return checkOfRun("known-units", true, false, [unknown, cells]);
}

const IGNORED_NAMED = 20;
const IGNORED_KINDS: readonly IgnoredKind[] = ["attribute", "sheet", "file", "missing"];

/** Only for a release that has something that is ignored. */
function ignoredChecks({ignored}: InputFacts): RunCheck[] {
  if (ignored.length === 0) return [];
  const parts = IGNORED_KINDS.flatMap((kind) => {
    const own = ignored.filter((one) => one.kind === kind).sort((a, b) => b.count - a.count);
    const named = own.slice(0, IGNORED_NAMED).map(({name, count}) => (count === 1 ? name : `${name} (${count})`));
    return own.length === 0 ? [] : [{kind, named, isMore: own.length > IGNORED_NAMED}];
  });
  return [checkOfRun("ignored", false, true, [{code: "ignored", parts}])];
}
