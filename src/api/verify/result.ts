// One verdict as the routes of verify write it: the series, the estimates of the period, the release that decides, the candidates.
//
// Candidates have no values: a charge of one value tells something about one.
import type {FastifyRequest} from "fastify";
import type {ComputedInstead} from "../../claims/computed.ts";
import type {Candidate, JudgedSeries} from "../../claims/judge-series.ts";
import type {VerifiedClaim} from "../../claims/verify-claim.ts";
import type {ApiSettings} from "../../settings/settings.ts";
import {dayText} from "../../statistics/time/day.ts";
import {type SeriesOfKey, titleOf} from "../../store/series/series-of-key.ts";
import {publicBase} from "../http/links.ts";
import {describeOrigin} from "../series/evidence.ts";

/** The members of a verdict behind `claim`. @param cell what was read again of the cell; null: nothing was */
export function describeVerdict(
  {verdict, judged, candidates, computed}: VerifiedClaim,
  {settings, request}: {readonly settings: Pick<ApiSettings, "publicUrl">; readonly request: FastifyRequest},
  cell: object | null,
): object {
  const estimate = judged === null ? null : decidingOf(judged);
  const proof = estimate === null ? null : (judged?.proof ?? null);
  return {
    verdict,
    series: judged === null ? null : describeSeries(judged.found, null),
    period: estimate === null ? null : dayText(judged!.periods.days[judged!.period! - judged!.periods.base]!),
    estimates: (judged?.judgement.estimates ?? []).map(({value, from, superseded}) => ({
      value,
      from: dayText(from),
      until: superseded === null ? null : dayText(superseded - 1),
    })),
    evidence: proof === null ? null : {...describeOrigin(proof), ...cell},
    permalink:
      estimate === null
        ? null
        : `${publicBase(settings.publicUrl, request)}/series/${judged!.found.series.key}?as_of=${dayText(estimate.from)}`,
    candidates: candidates.map(({found, period, verdict: own}: Candidate) => ({
      ...describeSeries(found, period),
      verdict: own,
    })),
    computed: computed === undefined ? null : describeComputed(computed),
  };
}

function describeComputed({from, derive, formula, value, period, asOf, agrees}: ComputedInstead): object {
  const {dataset, series} = from;
  const title = titleOf(series);
  const verb = agrees ? "agrees" : "does not agree";
  return {
    value,
    unit: "percent",
    period: dayText(period),
    derive,
    formula,
    inputs: {
      ...{series_key: series.key, title, provider_code: dataset.provider, dataset_code: dataset.code},
      as_of: dayText(asOf),
    },
    agrees,
    text: `No publisher's figure for this; computed here from ${title}: ${value.toFixed(2)} %. The claim ${verb} with it.`,
  };
}

/** null: nothing is published for the period. */
export function decidingOf({judgement: {estimates, deciding}}: JudgedSeries) {
  return deciding === null ? null : estimates[deciding]!;
}

function describeSeries(found: SeriesOfKey, period: number | null): object {
  const {dataset, series} = found;
  return {
    series_key: series.key,
    title: titleOf(series),
    provider_code: dataset.provider,
    dataset_code: dataset.code,
    measure: series.measure,
    transformation: series.transformation,
    unit: series.unit ?? "",
    freq: series.frequency,
    geo: series.territory,
    geo_label: series.fullTerritory.name,
    period: period === null ? null : dayText(period),
  };
}
