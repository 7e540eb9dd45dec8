// Which series of a concept the page shows: each choice narrows the series that the next one offers.
//
// A choice that leaves nothing counts as none: the address of a choice stays useful after another territory is picked.
import type {Day} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";

/** A series that may be shown. */
export interface ConceptSeries {
  /** `provider/dataset`. */
  readonly dataset: string;
  readonly provider: string;
  readonly indicator: string;
  readonly key: string;
  /** The code of its class; empty: the whole. Datasets write the whole in several ways. */
  readonly class: string;
  readonly className: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
  readonly frequency: Frequency;
  readonly lastPeriod: Day;
}

/** As the address gives them; null: not chosen. */
export interface Chosen {
  readonly class: string | null;
  readonly form: string | null;
  readonly frequency: string | null;
}

export interface Choices {
  /** For each choice the offered candidates, one for each code, in the order of the slice. */
  readonly classes: readonly ConceptSeries[];
  readonly forms: readonly ConceptSeries[];
  readonly frequencies: readonly ConceptSeries[];
  /** What is shown, with the code of each choice; at most one for each indicator of a dataset. Empty: there is no candidate. */
  readonly shown: readonly ConceptSeries[];
}

/** The code of a form in an address: measure, transformation and unit. */
export function formCodeOf({measure, transformation, unit}: ConceptSeries): string {
  return [measure, transformation, unit].map((code) => code ?? "").join("|");
}

/** Without a choice: the whole before a class, then the series with the latest value. */
export function chooseSeries(candidates: readonly ConceptSeries[], chosen: Chosen): Choices {
  const isOffered = candidates.some((one) => one.class === chosen.class);
  const ofClass = narrowed(candidates, (one) => one.class, isOffered ? chosen.class : "");
  const ofForm = narrowed(ofClass.kept, formCodeOf, chosen.form);
  const ofFrequency = narrowed(ofForm.kept, ({frequency}) => frequency, chosen.frequency);
  const byIndicator = new Map<string, ConceptSeries>();
  for (const one of ofFrequency.kept) {
    const own = `${one.dataset} ${one.indicator}`;
    if (!byIndicator.has(own)) byIndicator.set(own, one);
  }
  return {
    classes: ofClass.offered,
    forms: ofForm.offered,
    frequencies: ofFrequency.offered,
    shown: [...byIndicator.values()],
  };
}

function narrowed(all: readonly ConceptSeries[], codeOf: (one: ConceptSeries) => string, wanted: string | null) {
  const offered = new Map<string, ConceptSeries>();
  for (const one of all) if (!offered.has(codeOf(one))) offered.set(codeOf(one), one);
  const latest = all.reduce<ConceptSeries | null>(
    (best, one) => (best === null || one.lastPeriod > best.lastPeriod ? one : best),
    null,
  );
  const code = wanted !== null && offered.has(wanted) ? wanted : latest === null ? null : codeOf(latest);
  return {offered: [...offered.values()], kept: all.filter((one) => codeOf(one) === code)};
}
