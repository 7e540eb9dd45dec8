// Damage to what is inside a zip: its parts are unpacked, changed and packed again, so that every checksum is right.
import {buffer} from "node:stream/consumers";
import {fromBufferPromise} from "yauzl";
import {type ZipEntry, zipOf} from "../../src/load/input/zip.fixture.ts";
import {type Damager, indexIn, oddNumber, replacedMatch} from "./damager.ts";

export function damagesOfPackage(name: string): Readonly<Record<string, Damager>> {
  return /\.xlsx$/i.test(name) ? {...PARTS, ...SHEETS} : PARTS;
}

/** Changes the parts of a zip. */
function inside(change: (parts: ZipEntry[], random: () => number) => readonly ZipEntry[] | null): Damager {
  return async (bytes, random) => {
    const parts: ZipEntry[] = [];
    const zip = await fromBufferPromise(bytes, {lazyEntries: true});
    for await (const entry of zip.eachEntry())
      parts.push({name: entry.fileName, content: await buffer(await zip.openReadStreamPromise(entry, {}))});
    const changed = change(parts, random);
    return changed === null ? null : zipOf(changed);
  };
}

/** Changes the text of one sheet, by a match that is chosen at random. */
function inSheet(pattern: RegExp, by: (match: RegExpExecArray, random: () => number) => string): Damager {
  return inside((parts, random) => {
    const sheets = parts.filter(({name}) => /worksheets\/[^/]*\.xml$/.test(name));
    const {name, content} = sheets[indexIn(sheets.length, random)]!;
    const damaged = replacedMatch(Buffer.from(content as Uint8Array), random, pattern, (match) => by(match, random));
    return damaged === null ? null : parts.map((part) => (part.name === name ? {name, content: damaged} : part));
  });
}

const PARTS: Readonly<Record<string, Damager>> = {
  "part twice, once empty": inside((parts, random) => {
    const {name} = parts[indexIn(parts.length, random)]!;
    const empty = {name, content: ""};
    return random() < 0.5 ? [...parts, empty] : [empty, ...parts];
  }),
  "part lost": inside((parts, random) => parts.toSpliced(indexIn(parts.length, random), 1)),
  "part cut": inside((parts, random) => {
    const at = indexIn(parts.length, random);
    const {name, content} = parts[at]!;
    const part = content.slice(0, indexIn(content.length, random)) as Uint8Array;
    // At a line's end nothing could be seen.
    return part.at(-1) === 10 ? null : parts.with(at, {name, content: part});
  }),
};

const CELL = /<c [^>]*r="([A-Z]+\d+)"[^>]*><v>(-?[\d.]+)<\/v><\/c>/g;

const SHEETS: Readonly<Record<string, Damager>> = {
  "cell twice": inSheet(CELL, ([cell, address]) => `${cell}<c r="${address}"><v>77.7</v></c>`),
  "row twice": inSheet(/<row [^>]*>.*?<\/row>/gs, ([row]) => row + row.replace(/<v>(\d+\.\d+)<\/v>/g, "<v>7$1</v>")),
  "formula without a value": inSheet(CELL, ([, address]) => `<c r="${address}"><f>1+1</f></c>`),
  "odd number": inSheet(CELL, ([, address], random) => `<c r="${address}"><v>${oddNumber(random)}</v></c>`),
  "text of no number": inSheet(CELL, ([, address]) => `<c r="${address}" t="s"><v>4294967295</v></c>`),
};
