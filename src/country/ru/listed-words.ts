// A dataset's words once a publisher's catalogue lists it: its name, agency, place in the tree, and a note where it is no longer kept.
//
// A catalogue never touches values, units or dimensions. Its name is used only where it is newer than the release; the older name stays as
// a synonym. Agency and place in the tree are always the catalogue's (decision 0018). The sentences are Russian, as the publishers' are.
import type {
  DatedListing,
  IndicatorLabel,
  Methodology,
  Note,
  ReleaseMetadata,
} from "../../statistics/release/release.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";

/** Begins the sentence of the methodology that names who answers for the data. */
export const AGENCY_WORD = "Ведомство: ";

/**
 * @param folded what the dataset's releases say; stays as it is, so that catalogues are applied anew to it whenever one comes
 * @param listings the dataset in all catalogues, ascending by (day, load); of each fact the newest that is told counts
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
 * Of several places in the tree the one that is named most briefly (of equals the first): questionnaires and monitorings that
 * borrow an indicator have long titles and hang deeper than the statistics it belongs to.
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

/** The catalogue's agency in the place of the message's, which stays behind it where it says something else. */
function withAgency(methodology: Methodology | null, agency: string): Methodology {
  const nothing = {coverage: null, exclusions: null, classifier: null, text: null};
  const text = methodology?.text ?? "";
  const at = text.lastIndexOf(AGENCY_WORD);
  const own = at < 0 ? "" : text.slice(at + AGENCY_WORD.length);
  if (own.startsWith(agency)) return methodology!;
  const before = at < 0 ? text : text.slice(0, at).trimEnd();
  const told = `${AGENCY_WORD}${agency}${own === "" ? "" : ` (в файле данных: ${own.replace(/\.$/, "")})`}.`;
  return {...(methodology ?? nothing), text: before === "" ? told : `${before} ${told}`};
}
