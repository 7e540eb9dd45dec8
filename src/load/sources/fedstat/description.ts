// The metadata of an EMISS release, from the description of its indicator and the codes that its data use.
//
// The day of publication is LastUpdate as written, without a conversion of time zones; Prepared and Extracted in the header are times of
// the download and are not used (FIX-fedstat-15). Data of responsible persons are not read.

import {AGENCY_WORD} from "../../../country/ru/listed-words.ts";
import {parseDottedDay} from "../../../country/ru/period-words.ts";
import {readNotRevised} from "../../../reference/reference.ts";
import type {Methodology, Note, ReleaseMetadata} from "../../../statistics/release/release.ts";
import {parseDay, type StatedDay} from "../../../statistics/time/day.ts";
import type {PriceWeek} from "../../../statistics/time/week.ts";
import {plainTextOrNull, unescapedText} from "../../input/plain-text.ts";
import {indicatorLabel, PLAIN_METADATA, PLAIN_METHODOLOGY, refuseOtherName, statedDay} from "../../metadata.ts";
import type {LoadHints} from "../../source.ts";
import type {SeenCodes} from "./identities.ts";
import type {MessageHead} from "./message-head.ts";

export const PROVIDER = "fedstat";

/** @throws Refusal if the file has no day of publication, or the command gives another day than the file */
export function releaseMetadata(
  head: MessageHead,
  seen: SeenCodes & {readonly weeks: readonly PriceWeek[]},
  file: string,
  hints: LoadHints,
): ReleaseMetadata {
  refuseOtherName(file, PROVIDER, head.indicator, hints);
  const publishedAt = publicationDay(head, file, hints);
  const name = unescapedText(head.name) || `EMISS ${head.indicator}`;
  return {
    ...emissMetadata(head.indicator, name, publishedAt, head.nextReleases),
    classes: seen.classes,
    units: seen.units,
    territories: seen.territories.length === 0 ? null : seen.territories,
    methodology: methodology(head, seen),
    notes: notes(head, seen),
    weeks: seen.weeks.length === 0 ? null : seen.weeks,
  };
}

export function emissMetadata(
  indicator: string,
  name: string,
  publishedAt: StatedDay,
  announced: readonly string[],
): ReleaseMetadata {
  return {
    ...PLAIN_METADATA,
    provider: PROVIDER,
    dataset: indicator,
    name,
    publishedAt,
    revised: !readNotRevised().has(`${PROVIDER}/${indicator}`),
    nextRelease: nextReleaseAfter(announced, publishedAt),
    sourceUrl: `https://www.fedstat.ru/indicator/${indicator}`,
    indicators: [indicatorLabel(indicator, name, `${PROVIDER}-${indicator}`)],
  };
}

function publicationDay({lastUpdate}: MessageHead, file: string, hints: LoadHints): StatedDay {
  const stated = lastUpdate === "" ? null : parseDay(lastUpdate.slice(0, 10));
  const fault =
    lastUpdate === ""
      ? "does not say when it was published (no LastUpdate)"
      : `has a LastUpdate that is not a date ("${lastUpdate.slice(0, 40)}")`;
  return statedDay(file, stated, hints, `${file} ${fault}`);
}

/** The first of the announced releases (dd.mm.yyyy) after the day of publication. */
function nextReleaseAfter(announced: readonly string[], publishedAt: StatedDay): StatedDay | null {
  const days = announced.map(parseDottedDay).filter((day) => day !== null && day > publishedAt);
  return days.sort((a, b) => a! - b!)[0] ?? null;
}

function methodology(head: MessageHead, {roles}: SeenCodes): Methodology | null {
  const organization = unescapedText(head.organization);
  const department = unescapedText(head.department);
  const agency =
    organization === "" ? "" : `${AGENCY_WORD}${organization}${department === "" ? "" : ` (${department})`}.`;
  const text = [unescapedText(head.methodology), agency].filter((part) => part !== "").join(" ");
  const lists = [roles.territory, roles.measure, ...roles.classes].map((id) =>
    unescapedText(head.codeLists.get(id ?? "")?.name ?? ""),
  );
  const classifier = lists.filter((name) => name !== "").join("; ");
  if (text === "" && classifier === "") return null;
  return {...PLAIN_METHODOLOGY, classifier: classifier || null, text: text || null};
}

/** The publisher's comment, and the meaning of the codes of measures, which have no list of codes in a release. */
function notes(head: MessageHead, {roles}: SeenCodes): readonly Note[] {
  const comment = plainTextOrNull(head.comment);
  const list = roles.measure === null ? undefined : head.codeLists.get(roles.measure);
  const measures = [...(list?.labels ?? [])].map(([code, label]) => `${code} = ${unescapedText(label)}`);
  const explained =
    measures.length === 0
      ? null
      : `${unescapedText(list!.name) || "Вид показателя"} (measure): ${measures.join("; ")}.`;
  return [comment, explained].filter((text) => text !== null).map((text) => ({text, classification: null}));
}
