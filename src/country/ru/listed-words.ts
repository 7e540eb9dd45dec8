// The words of a dataset that a publisher's catalogue lists: name, agency, place in the tree, and a note if it is no longer updated.
//
// A catalogue never changes values, units or dimensions. Its name is used only if it is newer than the release; the older name becomes a
// synonym. Agency and place in the tree are always the catalogue's (docs/decisions/0022-names.md). The sentences are Russian, as the publishers' are.
import type {
  DatedListing,
  IndicatorLabel,
  Methodology,
  Note,
  ReleaseMetadata,
} from "../../statistics/release/release.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";

/** The start of the sentence of the methodology that names the responsible agency. */
export const AGENCY_WORD = "Ведомство: ";

/**
 * @param folded the metadata of the dataset's releases; it is not changed, so that catalogues can be applied to it again
 * @param listings the dataset in all catalogues, ascending by (day, load); the newest known value of each fact is used
 */
export function describeAsListed(folded: ReleaseMetadata, listings: readonly DatedListing[]): ReleaseMetadata {
  if (listings.length === 0) return folded;
  const named = listings.findLast(({name}) => name !== null);
  const agency = listings.findLast((listed) => listed.agency !== null)?.agency ?? null;
  const topic = mainTopic(listings.findLast(({topics}) => topics !== null)?.topics ?? []);
  const marked = listings.findLast(({excluded}) => excluded !== null);
  const name = named !== undefined && named.day > folded.publishedAt ? named.name! : folded.name;
  const names = [folded.name, ...listings.flatMap((listed) => (listed.name === null ? [] : [listed.name]))];
  const about = [topic.length === 0 ? "" : `${topic.join(" › ")}.`, agency === null ? "" : `${AGENCY_WORD}${agency}.`];
  const relabel = (label: IndicatorLabel): IndicatorLabel =>
    label.code !== folded.dataset
      ? label
      : {
          ...label,
          label: label.label === folded.name ? name : label.label,
          description: [label.description ?? "", ...about].filter((text) => text !== "").join(" ") || null,
          synonyms: [...new Set([...label.synonyms, ...names])].filter((word) => word !== name),
        };
  return {
    ...folded,
    name,
    indicators: folded.indicators?.map(relabel) ?? null,
    methodology: agency === null ? folded.methodology : withAgency(folded.methodology, agency),
    notes: marked?.excluded ? [...(folded.notes ?? []), exclusionNote(marked.day)] : folded.notes,
  };
}

/**
 * Of several places in the tree the one with the shortest name, or the first of equal ones: questionnaires and monitorings that borrow an
 * indicator have long titles and are deeper in the tree than its own statistics.
 */
export function mainTopic(topics: readonly (readonly string[])[]): readonly string[] {
  const weight = (topic: readonly string[]): number => topic.length * 1_000_000 + topic.join("").length;
  return topics.reduce<readonly string[]>(
    (best, topic) => (best.length === 0 || (topic.length > 0 && weight(topic) < weight(best)) ? topic : best),
    [],
  );
}

function exclusionNote(day: Day): Note {
  return {text: `В каталоге на ${dayText(day)} показатель отмечен как исключённый.`, classification: null};
}

/** The catalogue's agency instead of the agency of the data, which is added in brackets if it differs. */
function withAgency(methodology: Methodology | null, agency: string): Methodology {
  const nothing = {coverage: null, exclusions: null, classifier: null, text: null};
  const text = methodology?.text ?? "";
  const at = text.lastIndexOf(AGENCY_WORD);
  const own = at < 0 ? "" : text.slice(at + AGENCY_WORD.length);
  if (own.startsWith(agency)) return methodology!;
  const before = at < 0 ? text : text.slice(0, at).trimEnd();
  const agencyText = `${AGENCY_WORD}${agency}${own === "" ? "" : ` (в файле данных: ${own.replace(/\.$/, "")})`}.`;
  return {...(methodology ?? nothing), text: before === "" ? agencyText : `${before} ${agencyText}`};
}
