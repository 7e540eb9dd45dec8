// Divides an EMISS message between two readers: saxes gets the head, the end and every series of unusual form, the scanner the rest.
//
// Whole elements that stand directly in the DataSet are left out of what saxes sees, which keeps its text well-formed. The way
// back is closed: at the first thing that is no series, all that follows is for saxes.
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
  write(text: string): void;
  /** Gives the XML reader what is left. */
  finish(): void;
  /** Line of the file at which the XML reader or the scanner is. */
  line(): number;
}

/** A series longer than this is no series: a file that never ends one must not fill the memory. */
const MAX_SERIES_LENGTH = 16 * 1024 * 1024;
const MAX_TAG_LENGTH = 1024;
const DATA_SET = /<(?:[\w.-]+:)?DataSet[\s>]/;

export function createSeriesFeed(xml: XmlReader, series: MessageSeries, takeSeries: () => void): SeriesFeed {
  const scanner = createSeriesScanner(series);
  let phase: "head" | "data" | "rest" = "head";
  let pending = "";
  let skippedLines = 0;

  const giveRest = (from: number) => {
    phase = "rest";
    xml.write(pending.slice(from));
    pending = "";
  };
  /** The head up to the tag that opens the data, and not a character more. */
  const feedHead = () => {
    for (;;) {
      const found = DATA_SET.exec(pending);
      const end = found === null ? -1 : pending.indexOf(">", found.index);
      if (end < 0) {
        // The tag may be cut by the end of the text: what begins with the last bracket waits.
        const start = found?.index ?? pending.lastIndexOf("<");
        const cut = start < 0 || pending.length - start > MAX_TAG_LENGTH ? pending.length : start;
        xml.write(pending.slice(0, cut));
        pending = pending.slice(cut);
        return;
      }
      xml.write(pending.slice(0, end + 1));
      pending = pending.slice(end + 1);
      // The words may also have stood in a comment: only the XML reader knows.
      if (xml.inDataSet()) {
        phase = "data";
        return;
      }
    }
  };
  /** An element that the scanner does not read. False when it is not whole yet or saxes takes over for good. */
  const feedUnusual = (from: number): number => {
    // The scanner may have begun to overwrite the key: it must not be taken for the one before.
    series.keyLength = -1;
    const end = pending.indexOf(SERIES_END, from);
    if (end < 0 && pending.length - from <= MAX_SERIES_LENGTH) {
      pending = pending.slice(from);
      return -1;
    }
    const element = end < 0 ? "<!" : pending.slice(from, end + SERIES_END.length);
    // In a comment the end of a series means nothing.
    if (element.includes("<!") || element.includes("<?")) {
      giveRest(from);
      return -1;
    }
    xml.write(element);
    if (xml.inDataSet()) return from + element.length;
    giveRest(from + element.length);
    return -1;
  };
  const feedData = () => {
    for (let at = 0; ; ) {
      at = skipBlanks(at);
      const isSeries = pending.startsWith(SERIES_START, at);
      if (!isSeries && SERIES_START.startsWith(pending.slice(at, at + SERIES_START.length))) {
        pending = pending.slice(at);
        return;
      }
      if (!isSeries) return giveRest(at);
      const end = scanner.scan(pending, at, xml.line() + skippedLines);
      if (end >= 0) {
        takeSeries();
        skippedLines += scanner.lines;
        at = end;
      } else {
        at = feedUnusual(at);
        if (at < 0) return;
      }
    }
  };
  const skipBlanks = (from: number): number => {
    for (let at = from; ; at++) {
      const character = pending.charCodeAt(at);
      if (character === 10) skippedLines++;
      else if (character !== 32 && character !== 9 && character !== 13) return at;
    }
  };

  return {
    write(text) {
      if (phase === "rest") return xml.write(text);
      pending += text;
      if (phase === "head") feedHead();
      if (phase === "data") feedData();
    },
    finish() {
      giveRest(0);
    },
    line: () => xml.line() + skippedLines,
  };
}
