// `log`: the natural logarithm; values of zero or below have none [derived.*].
import {createColumnsWriter, type DerivedColumns, type SeriesColumns} from "./columns.ts";

/** ln x[t] */
export function logarithm(input: SeriesColumns): DerivedColumns {
  const {count, period, value, asOf} = input;
  const writer = createColumnsWriter(input, count);
  for (let at = 0; at < count; at++) {
    if (value[at]! > 0) writer.add(period[at]!, Math.log(value[at]!), asOf[at]!);
    else writer.miss(period[at]!, "not_comparable");
  }
  return writer.end();
}
