// Rounds in which all sides are measured in turn: the speed of a machine changes over time, so only figures of one round are compared.

/** Runs every side once per round, one after the other. Gives the figures of each side by round. */
export async function alternate<Side extends string, T>(
  rounds: number,
  sides: Readonly<Record<Side, (round: number) => Promise<T>>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[];
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) found[name].push(await sides[name](round));
  }
  return found;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
