// `saar` and `cca`: the change of one period at a yearly rate, compounded each period or continuously.
//
// 1.26 % a month are 16.2 % a year: (1.0126^12 − 1) × 100. A season that is not adjusted would be taken twelve times, so the caller refuses
// series that are not adjusted [derived.*]; FRED names them `pca` and `cca`.
import {PERIODS_A_YEAR, previousPeriod} from "./calendar-steps.ts";
import {createColumnsWriter, type DerivedColumns, type SeriesColumns} from "./columns.ts";
import {pairWithin} from "./pairing.ts";

/** What a series already has of the change to the period before: nothing, an index (previous = 100), or a change in per cent. */
export type RateForm = "level" | "index_prev" | "pct_prev";

/** 100 × (g^n − 1), where g is the growth on the period before and n the periods of a year. @throws RangeError for days and weeks */
export function saar(input: SeriesColumns, form: RateForm): DerivedColumns {
  const periods = periodsOf(input);
  return annualRate(input, form, (growth) => 100 * (growth ** periods - 1));
}

/** 100 × n × ln g */
export function cca(input: SeriesColumns, form: RateForm): DerivedColumns {
  const periods = periodsOf(input);
  return annualRate(input, form, (growth) => 100 * periods * Math.log(growth));
}

function periodsOf({frequency}: SeriesColumns): number {
  const periods = PERIODS_A_YEAR[frequency];
  if (periods === 0) throw new RangeError(`frequency ${frequency} has no fixed number of periods a year`);
  return periods;
}

function annualRate(input: SeriesColumns, form: RateForm, rateOf: (growth: number) => number): DerivedColumns {
  if (form === "level")
    return pairWithin(input, previousPeriod(input.frequency, null), (value, base) =>
      base > 0 && value > 0 ? rateOf(value / base) : Number.NaN,
    );
  const writer = createColumnsWriter(input, input.count);
  for (let at = 0; at < input.count; at++) {
    const growth = growthOf(input.value[at]!, form);
    if (growth > 0) writer.add(input.period[at]!, rateOf(growth), input.asOf[at]!);
    else writer.miss(input.period[at]!, "not_comparable");
  }
  return writer.end();
}

/** The growth factor on the period before that a rate means. */
export function growthOf(value: number, form: "index_prev" | "pct_prev"): number {
  return form === "index_prev" ? value / 100 : 1 + value / 100;
}
