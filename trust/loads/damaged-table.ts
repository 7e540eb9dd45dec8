// Damage to a table of text: lines and cells that are lost, joined or repeated.
import {type Damager, indexIn, oddNumber, replaced, replacedMatch} from "./damager.ts";

export function damagesOfTable(whole: Buffer): Readonly<Record<string, Damager>> {
  const text = whole.toString("latin1");
  const header = text.slice(0, text.indexOf("\n"));
  const delimiter = ["\t", ";", ","].find((sign) => header.includes(sign)) ?? ",";
  const cell = new RegExp(`(?<=[${delimiter}\n])-?\\d+([.,]\\d+)?(?=[${delimiter}\r\n])`, "g");
  return {
    "cut at a line's end"(bytes, random) {
      const at = bytes.indexOf(LF, indexIn(bytes.length, random)) + 1;
      return at === 0 ? null : bytes.subarray(0, at);
    },
    "line ends of CR": (bytes) => Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r"), "latin1"),
    "line ends of CR LF": (bytes) => Buffer.from(bytes.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
    "line end lost": (bytes, random) => replacedMatch(bytes, random, /\r?\n(?=.)/g, () => ""),
    "quote before a line"(bytes, random) {
      const at = bytes.indexOf(LF, indexIn(bytes.length, random)) + 1;
      return replaced(bytes, at, at, '"');
    },
    "row cut short": (bytes, random) =>
      replacedMatch(bytes, random, /.+(?=\n)/g, ([row]) => {
        const cells = row.split(delimiter);
        return cells.slice(0, Math.max(1, 1 + indexIn(cells.length - 1, random))).join(delimiter);
      }),
    "line twice": (bytes, random) => replacedMatch(bytes, random, /.+\n/g, ([row]) => row + row),
    "line twice with another value": (bytes, random) =>
      replacedMatch(bytes, random, /.+\n/g, ([row]) => row + row.replace(cell, (value) => `7${value}`)),
    "odd number": (bytes, random) => replacedMatch(bytes, random, cell, () => oddNumber(random)),
    "other encoding": (bytes) =>
      Buffer.from(
        bytes
          .toString("utf8")
          .replace(/[\u0410-\u044f]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)),
        "latin1",
      ),
  };
}

const LF = 10;
