// The outcomes of a load as text: a line for each release, a summary of all, and one object for a program.
import {sumLosses} from "../../../load/buffer/losses.ts";
import {heldBy} from "../../../load/checks/release-check.ts";
import type {LoadOutcome} from "../../../load/publish-files.ts";
import {counted} from "../../../text/counted.ts";

export function outcomeLine({
  provider,
  dataset,
  publishedAt,
  changed,
  newValues,
  revisedValues,
  skippedRows,
  losses,
  held,
  listing,
}: LoadOutcome): string {
  const name = `${provider}/${dataset} of ${publishedAt}`;
  if (held !== null)
    return `${name}: held as run ${held.run} (${heldBy(held.checks)
      .map((check) => check.name)
      .join(", ")})`;
  if (!changed) return `${name}: nothing new`;
  if (listing !== undefined)
    return `${name}: ${counted(listing.indicators, "indicator")} listed, ${counted(listing.datasets, "dataset")} described again`;
  return `${name}: ${counted(newValues, "new value")}, ${revisedValues} revised${asideText(skippedRows, losses)}`;
}

/** One word that can't be read may hide a row or a sheet: then the values count, and not the rows. */
function asideText(rows: number, losses: LoadOutcome["losses"]): string {
  if (rows === 0) return "";
  const unread = losses.filter(({kind}) => kind !== "series");
  const values = sumLosses(unread, "values");
  if (values === 0) return `, ${counted(rows, "place")} without values set aside`;
  return values === rows
    ? `, ${counted(rows, "row")} set aside`
    : `, ${counted(values, "value")} in ${counted(rows, "place")} set aside`;
}

export function summaryLine(finished: readonly LoadOutcome[], refused: number): string {
  const [only] = finished;
  const left = refused > 0 ? `; ${refused} refused` : "";
  if (only !== undefined && finished.length === 1) return `${outcomeLine(only)}${left}`;
  const changed = finished.filter((outcome) => outcome.changed && outcome.listing === undefined);
  const listings = finished.filter((outcome) => outcome.changed && outcome.listing !== undefined).length;
  const held = finished.filter((outcome) => outcome.held !== null);
  const known = finished.length - changed.length - listings - held.length;
  const sum = (pick: (outcome: LoadOutcome) => number): number => changed.reduce((total, one) => total + pick(one), 0);
  const [values, revised] = [sum((one) => one.newValues), sum((one) => one.revisedValues)];
  const words = [
    ...(changed.length > 0
      ? [`${counted(changed.length, "release")} loaded: ${counted(values, "new value")}, ${revised} revised`]
      : []),
    ...(listings > 0 ? [`${counted(listings, "catalogue")} loaded`] : []),
  ];
  if (words.length === 0) words.push(`nothing new in ${counted(known, "release")}`);
  else if (known > 0) words.push(`${known} known already`);
  if (held.length > 0) words.push(`${held.length} held`);
  return `${words.join("; ")}${left}`;
}

/** The list of held runs is present only if there is one: other outputs do not change. */
export function outcomesForMachine(finished: readonly LoadOutcome[]): object {
  const listings = finished.flatMap(({listing, provider, publishedAt}) =>
    listing === undefined ? [] : [{provider, published_at: publishedAt, ...listing}],
  );
  const held = finished.flatMap(({held, ...outcome}) => (held === null ? [] : [{...outcome, ...held}]));
  return {
    changed: finished.some((outcome) => outcome.changed),
    releases: finished
      .filter((outcome) => outcome.held === null && outcome.listing === undefined)
      .map((outcome) => ({
        provider: outcome.provider,
        dataset: outcome.dataset,
        published_at: outcome.publishedAt,
        new_values: outcome.newValues,
        revised_values: outcome.revisedValues,
        ...(outcome.losses.length > 0 && {given_up: outcome.losses}),
      })),
    ...(listings.length > 0 && {listings}),
    ...(held.length > 0 && {
      held: held.map(({run, provider, dataset, publishedAt, checks, losses}) => ({
        run,
        provider,
        dataset,
        published_at: publishedAt,
        checks,
        would_give_up: losses,
      })),
    }),
  };
}
