// Every estimate of a series from the server, and the values as known on the day of a vintage.

export interface ShownEstimates {
  /** Days of publication, ascending, counted from 1970-01-01. */
  readonly vintages: readonly number[];
  /** First days of periods; sorted, and within a period by day of publication. */
  readonly period: readonly number[];
  /** Places in `vintages`. */
  readonly published: readonly number[];
  /** null: not a number. */
  readonly value: readonly (number | null)[];
}

export interface Values {
  readonly period: readonly number[];
  readonly value: readonly (number | null)[];
}

/** For each period the last estimate published up to this vintage; periods not yet published are absent. */
export function valuesOf({period, published, value}: ShownEstimates, vintage: number): Values {
  const known: {period: number[]; value: (number | null)[]} = {period: [], value: []};
  for (let row = 0; row < period.length; row++) {
    if (published[row]! > vintage) continue;
    const last = known.period.length - 1;
    if (known.period[last] === period[row]) known.value[last] = value[row]!;
    else {
      known.period.push(period[row]!);
      known.value.push(value[row]!);
    }
  }
  return known;
}

export async function fetchEstimates(address: string): Promise<ShownEstimates> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as ShownEstimates;
}
