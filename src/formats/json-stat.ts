// A JSON-stat 2.0 dataset: a cube of dimensions, whose cells are counted by row, the last dimension first.
//
// Series of a dataset are rarely all combinations of their codes. Where most cells are empty the values are an object by cell, which the
// format allows, since the list of all cells would be a thousand times as long.

/** A dimension with its codes in the order of their cells; labels are parallel. */
export interface CubeDimension {
  readonly id: string;
  readonly label: string;
  readonly role?: "time" | "geo" | "metric";
  readonly codes: readonly string[];
  readonly labels: readonly string[];
}

export interface Cube {
  readonly label: string;
  readonly source: string;
  /** A day or a moment, ISO 8601. */
  readonly updated: string;
  readonly dimensions: readonly CubeDimension[];
  /** Value by cell. */
  readonly values: ReadonlyMap<number, number>;
  /** What the format has no member for. */
  readonly extension: object;
}

/** A cube with more empty cells for each value is written as an object. */
const EMPTY_FOR_VALUE = 2;

/** The cell of a code of each dimension. @param sizes of the dimensions, parallel to the indexes */
export function cellOf(sizes: readonly number[], indexes: readonly number[]): number {
  let cell = 0;
  for (let at = 0; at < sizes.length; at++) cell = cell * sizes[at]! + indexes[at]!;
  return cell;
}

export function jsonStatText(cube: Cube): string {
  const {dimensions, values, extension} = cube;
  const cells = dimensions.reduce((product, {codes}) => product * codes.length, 1);
  const isDense = cells <= values.size * (1 + EMPTY_FOR_VALUE);
  return JSON.stringify({
    ...headOf(cube),
    dimension: Object.fromEntries(dimensions.map((one) => [one.id, describeDimension(one)])),
    value: isDense
      ? Array.from({length: cells}, (_, cell) => values.get(cell) ?? null)
      : Object.fromEntries([...values].sort(([one], [other]) => one - other)),
    extension,
  });
}

/** The dimensions alone, in parts: one may have a hundred thousand codes. */
export function* jsonStatDimensions(cube: Omit<Cube, "values">): Generator<string> {
  yield `${JSON.stringify(headOf(cube)).slice(0, -1)},"dimension":{`;
  for (const [nth, {id, label, codes, labels}] of cube.dimensions.entries()) {
    yield `${nth === 0 ? "" : ","}${JSON.stringify(id)}:{"label":${JSON.stringify(label)},"category":{"index":[`;
    yield* inParts(codes, (code) => JSON.stringify(code));
    yield '],"label":{';
    yield* inParts(codes, (code, at) => `${JSON.stringify(code)}:${JSON.stringify(labels[at]!)}`);
    yield "}}}";
  }
  yield `},"value":{},"extension":${JSON.stringify(cube.extension)}}`;
}

/** Codes that are written in one step. */
const CODES_AT_ONCE = 250;

function* inParts(codes: readonly string[], write: (code: string, at: number) => string): Generator<string> {
  for (let from = 0; from < codes.length; from += CODES_AT_ONCE) {
    const part = codes.slice(from, from + CODES_AT_ONCE).map((code, nth) => write(code, from + nth));
    yield `${from === 0 ? "" : ","}${part.join(",")}`;
  }
}

function headOf({label, source, updated, dimensions}: Omit<Cube, "values">): object {
  const role: Record<string, string[]> = {};
  for (const {id, role: own} of dimensions) if (own !== undefined) role[own] = [...(role[own] ?? []), id];
  return {
    version: "2.0",
    class: "dataset",
    ...{label, source, updated},
    id: dimensions.map(({id}) => id),
    size: dimensions.map(({codes}) => codes.length),
    role,
  };
}

function describeDimension({label, codes, labels}: CubeDimension): object {
  const named = codes.map((code, at) => [code, labels[at]!]);
  return {label, category: {index: codes, label: Object.fromEntries(named)}};
}
