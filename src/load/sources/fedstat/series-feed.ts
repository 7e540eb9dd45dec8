// Divides an EMISS message between two readers: saxes reads the head, the end and every series of unusual form, the scanner the rest.
//
// The series that the scanner reads are left out of the text for saxes, which stays well-formed. After the first element that is not a
// series, saxes reads everything.
import {Buffer} from "node:buffer";
import type {MessageSeries} from "./message-series.ts";
import {createSeriesScanner, SERIES_END, SERIES_START} from "./series-scanner.ts";

export interface XmlReader {
  write(text: string): void;
  /** Whether the next element is a child of the DataSet. */
  inDataSet(): boolean;
  /** The line in the text that it got, from 1. */
  line(): number;
}

export interface SeriesFeed {
  /** The next bytes; they must end at the end of a character. */
  write(bytes: Uint8Array): void;
  finish(): void;
  line(): number;
}

/** A series is never longer than this: a file that never ends one must not fill the memory. */
const MAX_SERIES_LENGTH = 16 * 1024 * 1024;
const MAX_TAG_LENGTH = 1024;
const MAY_HIDE_AN_END = ["<!", "<?"];
const DATA_SET = /<(?:[\w.-]+:)?DataSet[\s>]/;

export function createSeriesFeed(xml: XmlReader, series: MessageSeries, takeSeries: () => void): SeriesFeed {
  const scanner = createSeriesScanner(series);
  let phase: "head" | "data" | "rest" = "head";
  // The bytes still to be read are pending[start, end).
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
  /** Gives the XML reader the bytes before a place: a bracket, or the end of the bytes. */
  const giveUpTo = (index: number) => {
    xml.write(pending.toString("utf8", start, index));
    start = index;
  };
  const giveRest = () => {
    phase = "rest";
    giveUpTo(end);
    pending = Buffer.alloc(0);
    start = end = 0;
  };
  /** The head, exactly up to the tag that opens the data. */
  const feedHead = () => {
    for (;;) {
      // One character for each byte, so that indexes are indexes of bytes.
      const text = pending.toString("latin1", start, end);
      const found = DATA_SET.exec(text);
      const tagEnd = found === null ? -1 : text.indexOf(">", found.index);
      if (tagEnd < 0) {
        // The end of the bytes may cut the tag, so the text from the last bracket on waits.
        const waits = found?.index ?? text.lastIndexOf("<");
        giveUpTo(waits < 0 || text.length - waits > MAX_TAG_LENGTH ? end : start + waits);
        return;
      }
      giveUpTo(start + tagEnd + 1);
      // The tag may be in a comment: only the XML reader knows.
      if (xml.inDataSet()) {
        phase = "data";
        return;
      }
    }
  };
  /** An element that the scanner does not read. False: it is not complete yet, or saxes reads everything from now on. */
  const feedUnusual = (): boolean => {
    // The scanner may have overwritten a part of the key, so the next key must be read again.
    series.keyLength = -1;
    const found = pending.subarray(0, end).indexOf(SERIES_END, start);
    if (found < 0 && end - start <= MAX_SERIES_LENGTH) return false;
    const elementEnd = found + SERIES_END.length;
    // A closing tag inside a comment does not end the series.
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
  /** How many of these bytes come next. */
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
