// Divides an EMISS message between two readers: saxes gets the head, the end and every series of unusual form, the scanner the rest.
//
// Whole elements directly in the DataSet are left out of the text for saxes, which stays well-formed. After the first part that is no
// series, saxes reads all that follows.
import {Buffer} from "node:buffer";
import type {MessageSeries} from "./message-series.ts";
import {createSeriesScanner, SERIES_END, SERIES_START} from "./series-scanner.ts";

export interface XmlReader {
  write(text: string): void;
  /** Whether the next element would stand directly in the DataSet. */
  inDataSet(): boolean;
  /** Where it is in the text that it was given; lines count from 1. */
  line(): number;
}

export interface SeriesFeed {
  /** The next bytes, of whole characters. */
  write(bytes: Uint8Array): void;
  /** Gives the XML reader what is left. */
  finish(): void;
  /** Line of the file at which the XML reader or the scanner is. */
  line(): number;
}

/** A series longer than this is no series: a file that never ends one must not fill the memory. */
const MAX_SERIES_LENGTH = 16 * 1024 * 1024;
const MAX_TAG_LENGTH = 1024;
const MAY_HIDE_AN_END = ["<!", "<?"];
const DATA_SET = /<(?:[\w.-]+:)?DataSet[\s>]/;

export function createSeriesFeed(xml: XmlReader, series: MessageSeries, takeSeries: () => void): SeriesFeed {
  const scanner = createSeriesScanner(series);
  let phase: "head" | "data" | "rest" = "head";
  // What waits to be read is pending[start, end).
  let pending = Buffer.alloc(0);
  let start = 0;
  let end = 0;
  let skippedLines = 0;

  const add = (more: Uint8Array) => {
    const left = end - start;
    const larger = left + more.length > pending.length;
    const room = larger ? Buffer.allocUnsafe(Math.max(left + more.length, pending.length * 2)) : pending;
    pending.copy(room, 0, start, end);
    room.set(more, left);
    [pending, start, end] = [room, 0, left + more.length];
  };
  /** Gives the XML reader what stands before a place: a bracket, or the end of all there is. */
  const giveUpTo = (place: number) => {
    xml.write(pending.toString("utf8", start, place));
    start = place;
  };
  const giveRest = () => {
    phase = "rest";
    giveUpTo(end);
    pending = Buffer.alloc(0);
    start = end = 0;
  };
  /** The head up to the tag that opens the data, and not a character more. */
  const feedHead = () => {
    for (;;) {
      // A character for each byte, so that places are places of bytes.
      const text = pending.toString("latin1", start, end);
      const found = DATA_SET.exec(text);
      const tagEnd = found === null ? -1 : text.indexOf(">", found.index);
      if (tagEnd < 0) {
        // The tag may be cut by the end of the text: what begins with the last bracket waits.
        const waits = found?.index ?? text.lastIndexOf("<");
        giveUpTo(waits < 0 || text.length - waits > MAX_TAG_LENGTH ? end : start + waits);
        return;
      }
      giveUpTo(start + tagEnd + 1);
      // The words may also have stood in a comment: only the XML reader knows.
      if (xml.inDataSet()) {
        phase = "data";
        return;
      }
    }
  };
  /** An element that the scanner does not read. False when it is not whole yet or saxes takes over for good. */
  const feedUnusual = (): boolean => {
    // The scanner may have begun to overwrite the key: it must not be taken for the one before.
    series.keyLength = -1;
    const found = pending.subarray(0, end).indexOf(SERIES_END, start);
    if (found < 0 && end - start <= MAX_SERIES_LENGTH) return false;
    const elementEnd = found + SERIES_END.length;
    // In a comment the end of a series means nothing.
    if (found < 0 || MAY_HIDE_AN_END.some((mark) => pending.subarray(start, elementEnd).includes(mark))) {
      giveRest();
      return false;
    }
    giveUpTo(elementEnd);
    if (xml.inDataSet()) return true;
    giveRest();
    return false;
  };
  const feedData = () => {
    for (;;) {
      skipBlanks();
      const same = sameAs(SERIES_START);
      if (same < SERIES_START.length) {
        if (start + same < end) giveRest();
        return;
      }
      const elementEnd = scanner.scan(pending, start, end, xml.line() + skippedLines);
      if (elementEnd >= 0) {
        takeSeries();
        skippedLines += scanner.lines;
        start = elementEnd;
      } else if (!feedUnusual()) return;
    }
  };
  const skipBlanks = () => {
    for (; start < end; start++) {
      const byte = pending[start];
      if (byte === 10) skippedLines++;
      else if (byte !== 32 && byte !== 9 && byte !== 13) return;
    }
  };
  /** How many of these bytes stand next. */
  const sameAs = (expected: Uint8Array): number => {
    let same = 0;
    while (same < expected.length && start + same < end && pending[start + same] === expected[same]) same++;
    return same;
  };

  return {
    write(bytes) {
      add(bytes);
      if (phase === "rest") return giveUpTo(end);
      if (phase === "head") feedHead();
      if (phase === "data") feedData();
    },
    finish: giveRest,
    line: () => xml.line() + skippedLines,
  };
}
