// A stored block as a catalogue of its own, and the series of a page, taken from several blocks.
//
// Neither copies columns: a block is looked at where it was read, and only the rows of the page are kept. Places of codes are those of the whole,
// and only positions are others. A dataset with continuations has no such parts, because they lead to other blocks.
import {
  type BlockColumns,
  blockColumns,
  indexesOfClasses,
  keyLengthOf,
  type StoredBlock,
  sizeOf,
} from "./block-columns.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {
  type Catalogue,
  type Column,
  DIMENSIONS,
  type Dimension,
  type FewCodes,
  type Texts,
  type WholeCatalogue,
} from "./catalogue.ts";
import {weeksOf} from "./catalogue-blocks.ts";
import {type CatalogueManifest, FEW_CODES} from "./catalogue-code.ts";
import {type CodeSection, openCodes} from "./packed-codes.ts";

/** The series of one block; positions count from its first. It keeps the blobs. */
export function openBlock(manifest: CatalogueManifest, block: StoredBlock): Catalogue {
  const own = blockColumns(manifest, block);
  const size = sizeOf(manifest, block.number);
  const blank = new Uint16Array(size);
  return {
    ...columnsWith(manifest, (dimension) => own.index[dimension] ?? blank),
    classification: {codes: codesOf(manifest, [own.section]), index: indexesOfClasses(manifest, block.number, own)},
    ...{size, families: familiesOf(own, size)},
    ...{numbers: own.numbers, keys: own.keys, keyOrder: {made: null}, lastPeriod: own.lastPeriod},
    ...sharedBy(manifest),
  };
}

/** The classes that the series of a block have. */
export function classesIn(manifest: CatalogueManifest, block: StoredBlock): string[] {
  const {codes, index} = openBlock(manifest, block).classification;
  const found: string[] = [];
  for (let at = index[0]!; at <= index.at(-1)!; at++) {
    const code = codes.at(at);
    if (typeof code === "string") found.push(code);
  }
  return found;
}

/** Some series of a dataset, read by themselves, as a catalogue of them alone; what series share is that of the whole. */
export function catalogueOfSome(
  manifest: CatalogueManifest,
  series: readonly CatalogueSeries[],
  classNames: ReadonlyMap<string, string>,
): WholeCatalogue {
  const built = buildCatalogue(series, {
    territories: new Map(manifest.territories.map((one) => [one.code, one])),
    classNames,
    indicatorLabels: new Map(manifest.codes.indicator.map((code, index) => [code!, manifest.indicatorLabels[index]!])),
    continuity: [],
    weeks: weeksOf(manifest),
  });
  return {...built, frontiers: new Map(manifest.frontiers)};
}

/** A catalogue without series that has the class codes of some blocks, ascending. A filter finds the indexes of its codes in it. */
export function classesOf(manifest: CatalogueManifest, blocks: readonly StoredBlock[]): Catalogue {
  const sections = blocks.map((block) => blockColumns(manifest, block).section);
  return {
    ...beginTaking(manifest).end(),
    classification: {codes: codesOf(manifest, sections), index: new Uint16Array(0)},
  };
}

export interface Taking {
  /** The series at positions of a block that was opened; those of earlier blocks come first. */
  add(block: Catalogue, positions: readonly number[]): void;
  /** A catalogue of the taken series alone, in their order. */
  end(): Catalogue;
}

export function beginTaking(manifest: CatalogueManifest): Taking {
  const [numbers, lastPeriod, keys]: [number[], number[], Buffer[]] = [[], [], []];
  const indexes = Object.fromEntries(DIMENSIONS.map((name) => [name, [] as number[]])) as Record<Dimension, number[]>;
  const classes = new Map<number, string | null>();
  const keyLength = keyLengthOf(manifest);
  return {
    add(block, positions) {
      const {codes, index} = block.classification;
      for (const position of positions) {
        numbers.push(block.numbers[position]!);
        lastPeriod.push(block.lastPeriod[position]!);
        keys.push(block.keys.subarray(position * keyLength, (position + 1) * keyLength));
        for (const name of DIMENSIONS) indexes[name].push(block[name].index[position]!);
        const at = index[position]!;
        if (!classes.has(at)) classes.set(at, codes.at(at)!);
      }
    },
    end: () => ({
      ...columnsWith(manifest, (dimension) => Uint32Array.from(indexes[dimension])),
      classification: {codes: someCodes(manifest, classes), index: Uint32Array.from(indexes.classification)},
      ...{size: numbers.length, families: familiesAmong(indexes, numbers.length)},
      ...{numbers: Uint32Array.from(numbers), keys: Buffer.concat(keys), keyOrder: {made: null}},
      ...{lastPeriod: Int32Array.from(lastPeriod)},
      ...sharedBy(manifest),
    }),
  };
}

/** The columns of the dimensions with few codes. */
function columnsWith(manifest: CatalogueManifest, index: (dimension: FewCodes) => Column["index"]) {
  const few = FEW_CODES.map((name) => [name, {codes: manifest.codes[name], index: index(name)}]);
  return Object.fromEntries(few) as Record<(typeof FEW_CODES)[number], Column>;
}

function sharedBy(manifest: CatalogueManifest) {
  return {
    ...{territories: manifest.territories, indicatorLabels: manifest.indicatorLabels, keyPrefix: manifest.keyPrefix},
    ...{continuesAs: null, continuesFrom: null, frontiers: new Map(manifest.frontiers), weeks: weeksOf(manifest)},
  };
}

function codesOf(manifest: CatalogueManifest, sections: readonly CodeSection[]): Texts {
  return openCodes(sections, manifest.classes, manifest.hasNoClass);
}

/** Only these codes are in memory, and the first of all. */
function someCodes({classes: length, blocks}: CatalogueManifest, known: ReadonlyMap<number, string | null>): Texts {
  function at(index: number): string | null {
    const code = index === 0 ? blocks[0]?.classes[0] : known.get(index);
    if (code === undefined) throw new RangeError(`class ${index} of ${length} is not in memory`);
    return code;
  }
  return {
    ...{length, isIncomplete: true, at},
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield at(index);
    },
  };
}

/** The families of a block, and its size behind the last. */
function familiesOf({starts}: BlockColumns, size: number): Uint32Array {
  // the first may have begun in a block before it
  const before = starts[0] === 0 ? 0 : 1;
  const families = new Uint32Array(before + starts.length + 1);
  families.set(starts, before);
  families[families.length - 1] = size;
  return families;
}

function familiesAmong(indexes: Readonly<Record<Dimension, readonly number[]>>, size: number): Uint32Array {
  const shared = DIMENSIONS.filter((name) => name !== "territory").map((name) => indexes[name]);
  const families: number[] = [];
  for (let nth = 0; nth < size; nth++)
    if (nth === 0 || shared.some((own) => own[nth] !== own[nth - 1])) families.push(nth);
  return Uint32Array.from([...families, size]);
}
