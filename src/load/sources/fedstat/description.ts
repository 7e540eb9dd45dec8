// The metadata of an EMISS release, from the description of its indicator and the codes that its data use.
//
// The day of publication is LastUpdate as it is written, without a shift of zones; Prepared and Extracted in the header are moments
// of the download and never used (FIX-fedstat-15). Persons responsible were not even read.

import {AGENCY_WORD} from "../../../country/ru/listed-words.ts";
import {readNotRevised} from "../../../reference.ts";
import {Refusal} from "../../../refusal.ts";
import type {Methodology, Note, ReleaseMetadata} from "../../../statistics/release/release.ts";
import {type Day, dayText, parseDay} from "../../../statistics/time/day.ts";
import type {PriceWeek} from "../../../statistics/time/week.ts";
import type {LoadHints} from "../../source.ts";
import type {SeenCodes} from "./identities.ts";
import type {MessageHead} from "./message-head.ts";
import {plainText, plainTextOrNull} from "./plain-text.ts";

const PROVIDER = "fedstat";

/** @throws Refusal when the file does not say when it was published, or the command says otherwise than the file */
export function releaseMetadata(
  head: MessageHead,
  seen: SeenCodes & {readonly weeks: readonly PriceWeek[]},
  file: string,
  hints: LoadHints,
): ReleaseMetadata {
  refuseOtherName(head, file, hints);
  const publishedAt = publicationDay(head, file, hints);
  const name = plainText(head.name) || `EMISS ${head.indicator}`;
  const concept = `${PROVIDER}-${head.indicator}`;
  return {
    provider: PROVIDER,
    dataset: head.indicator,
    name,
    publishedAt,
    frequency: null,
    revised: !readNotRevised().has(`${PROVIDER}/${head.indicator}`),
    archival: false,
    nextRelease: nextReleaseAfter(head, publishedAt),
    sourceFile: null,
    sourceUrl: `https://www.fedstat.ru/indicator/${head.indicator}`,
    indicators: [{code: head.indicator, label: name, concept, description: null, synonyms: []}],
    classes: seen.classes,
    units: seen.units,
    territories: seen.territories.length === 0 ? null : seen.territories,
    methodology: methodology(head, seen),
    notes: notes(head, seen),
    related: null,
    continuity: null,
    weeks: seen.weeks.length === 0 ? null : seen.weeks,
  };
}

/** @throws Refusal when the command names another dataset than the file: hints confirm, they never override */
function refuseOtherName(head: MessageHead, file: string, {provider, dataset}: LoadHints): void {
  const code = dataset?.startsWith(`${PROVIDER}/`) ? dataset.slice(PROVIDER.length + 1) : dataset;
  if ((provider ?? PROVIDER) === PROVIDER && (code ?? head.indicator) === head.indicator) return;
  throw new Refusal(
    `${file} is dataset ${PROVIDER}/${head.indicator}, not ${provider ?? PROVIDER}/${code ?? head.indicator}`,
    "leave out --provider and --dataset: EMISS files say themselves what they are",
  );
}

function publicationDay(head: MessageHead, file: string, hints: LoadHints): Day {
  const written = head.lastUpdate === "" ? null : parseDay(head.lastUpdate.slice(0, 10));
  const told = hints.publishedAt === null ? null : parseDay(hints.publishedAt);
  if (hints.publishedAt !== null && told === null)
    throw new Refusal(`--published ${hints.publishedAt} is not a day`, "write YYYY-MM-DD");
  if (written === null) {
    if (told !== null) return told;
    const says =
      head.lastUpdate === ""
        ? "does not say when it was published (no LastUpdate)"
        : `has a LastUpdate that is no date ("${head.lastUpdate.slice(0, 40)}")`;
    throw new Refusal(`${file} ${says}`, "give the day with --published YYYY-MM-DD");
  }
  if (told !== null && told !== written) {
    throw new Refusal(
      `${file} says that it was published on ${dayText(written)}, --published says ${dayText(told)}`,
      "leave out --published: the file's own day counts",
    );
  }
  return written;
}

/** The earliest announced release that is still to come on the day of publication; EMISS writes dd.mm.yyyy. */
function nextReleaseAfter(head: MessageHead, publishedAt: Day): Day | null {
  const days = head.nextReleases
    .map((text) => /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text))
    .map((parts) => (parts === null ? null : parseDay(`${parts[3]}-${parts[2]}-${parts[1]}`)))
    .filter((day) => day !== null && day > publishedAt);
  return days.length === 0 ? null : Math.min(...(days as Day[]));
}

function methodology(head: MessageHead, {roles}: SeenCodes): Methodology | null {
  const organization = plainText(head.organization);
  const department = plainText(head.department);
  const agency =
    organization === "" ? "" : `${AGENCY_WORD}${organization}${department === "" ? "" : ` (${department})`}.`;
  const text = [plainText(head.methodology), agency].filter((part) => part !== "").join(" ");
  const lists = [roles.territory, roles.measure, ...roles.classes].map((id) =>
    plainText(head.codeLists.get(id ?? "")?.name ?? ""),
  );
  const classifier = lists.filter((name) => name !== "").join("; ");
  if (text === "" && classifier === "") return null;
  return {coverage: null, exclusions: null, classifier: classifier || null, text: text || null};
}

/** The publisher's comment, and what the codes of the kind of indicator mean: measures have no list of their own. */
function notes(head: MessageHead, {roles}: SeenCodes): readonly Note[] {
  const comment = plainTextOrNull(head.comment);
  const list = roles.measure === null ? undefined : head.codeLists.get(roles.measure);
  const measures = [...(list?.labels ?? [])].map(([code, label]) => `${code} = ${plainText(label)}`);
  const explained =
    measures.length === 0 ? null : `${plainText(list!.name) || "Вид показателя"} (measure): ${measures.join("; ")}.`;
  return [comment, explained].filter((text) => text !== null).map((text) => ({text, classification: null}));
}
