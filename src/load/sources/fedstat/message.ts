// Reads an EMISS message (SDMX-ML 1.0 GenericData) as a stream of text and hands out its series one by one.
//
// Elements are known by their names without prefixes; the root's namespace is checked once.
import {SaxesParser} from "saxes";
import {Refusal} from "../../../refusal.ts";
import {createHeadReader, type MessageHead} from "./message-head.ts";
import {
  createMessageSeries,
  endSeries,
  type MessageSeries,
  startObservation,
  startSeries,
  takeDimension,
} from "./message-series.ts";

export interface MessageReader {
  readonly head: MessageHead;
  write(text: string): void;
  /** @throws Refusal when the file ends early or holds no data */
  close(): void;
}

const MESSAGE_NAMESPACE = "http://www.sdmx.org/resources/sdmxml/schemas/v1_0/message";
const AGAIN = "download the indicator's data from fedstat.ru as SDMX again";

/** `onSeries` gets each series once the head was read. @throws Refusal from write and close when this is no whole EMISS message */
export function createMessageReader(
  file: string,
  onSeries: (series: MessageSeries, head: MessageHead) => void,
): MessageReader {
  const parser = new SaxesParser({xmlns: false, position: true});
  const {head, open: openHead, close: closeHead} = createHeadReader();
  const series = createMessageSeries();
  const kinds: string[] = [];
  let depth = 0;
  let inData = false;
  let sawData = false;
  let inKey = false;
  let inObservation = false;
  let text = "";
  const capture = (piece: string) => {
    text += piece;
  };
  // Without a listener saxes skips the blanks between elements faster: listen only where text counts.
  const startCapture = () => {
    text = "";
    parser.on("text", capture);
    parser.on("cdata", capture);
  };
  const endCapture = () => {
    parser.off("text");
    parser.off("cdata");
  };

  parser.on("error", (error) => {
    const complaint = error.message.replace(/^\d+:\d+: /, "");
    throw new Refusal(
      `${file}, line ${parser.line}: not whole, well-formed XML (${complaint})`,
      `it was probably cut off; ${AGAIN}`,
    );
  });
  parser.on("doctype", () => {
    // FIX-fedstat-06: a declared entity can swell without end; EMISS declares none.
    throw new Refusal(`${file} has a DOCTYPE, which EMISS exports never have; it may be an HTML page`, AGAIN);
  });
  parser.on("opentag", (tag) => {
    const kind = kindOf(tag.name);
    const attributes = tag.attributes;
    kinds[depth++] = kind;
    if (!inData) {
      if (depth === 1) refuseOtherRoot(file, kind, tag.name, attributes);
      else if (depth === 2 && kind === "DataSet") {
        if (head.indicator === "")
          throw new Refusal(
            `${file}, line ${parser.line}: data without the number of their indicator (Description/Indicator)`,
            AGAIN,
          );
        inData = true;
        sawData = true;
      } else if (depth > 2 || kind === "CodeLists") {
        if (openHead(kind, attributes)) startCapture();
      }
      return;
    }
    switch (kind) {
      case "Value": {
        const concept = attributes["concept"] ?? "";
        const value = attributes["value"] ?? "";
        if (inKey) takeDimension(series, concept, value);
        else if (inObservation) series.misplaced = true;
        else if (concept === "PERIOD") series.words = value;
        else if (concept === "EI") series.nextUnit = value;
        break;
      }
      case "Obs":
        inObservation = true;
        startObservation(series, parser.line);
        break;
      case "ObsValue":
        series.texts[series.observationCount] = attributes["value"] ?? "";
        break;
      case "Time":
        startCapture();
        break;
      case "SeriesKey":
        inKey = true;
        break;
      case "Series":
        startSeries(series);
        break;
    }
  });
  parser.on("closetag", () => {
    // The same element as it was opened: to look at its name again costs more than to remember.
    const kind = kinds[--depth]!;
    if (!inData) {
      endCapture();
      closeHead(kind, text);
      return;
    }
    switch (kind) {
      case "Obs":
        inObservation = false;
        series.observationCount++;
        break;
      case "Time":
        endCapture();
        series.times[series.observationCount] = text;
        break;
      case "SeriesKey":
        inKey = false;
        break;
      case "Series":
        endSeries(series);
        onSeries(series, head);
        break;
      case "DataSet":
        inData = false;
        break;
    }
  });

  return {
    head,
    write: (piece) => {
      parser.write(piece);
    },
    close() {
      parser.close();
      if (!sawData) throw new Refusal(`${file} has no DataSet`, AGAIN);
    },
  };
}

/** The element's name without its prefix: quickly for the prefix that EMISS uses, by far the most of all elements. */
function kindOf(name: string): string {
  const usual = USUAL_KINDS[name.length];
  if (usual !== undefined && name === usual.name) return usual.kind;
  return name.slice(name.indexOf(":") + 1);
}

/** Elements of the data by the length of their usual names, which differ. */
const USUAL_KINDS: readonly ({readonly name: string; readonly kind: string} | undefined)[] = (() => {
  const byLength = new Array<{name: string; kind: string} | undefined>(64).fill(undefined);
  for (const kind of ["Obs", "Time", "Value", "Series", "ObsValue", "SeriesKey", "Attributes"]) {
    const name = `generic:${kind}`;
    byLength[name.length] = {name, kind};
  }
  return byLength;
})();

function refuseOtherRoot(file: string, kind: string, name: string, attributes: Readonly<Record<string, string>>): void {
  if (kind.toLowerCase() === "html") throw new Refusal(`${file} is an HTML page, not an EMISS export`, AGAIN);
  const prefix = name.includes(":") ? `xmlns:${name.slice(0, name.indexOf(":"))}` : "xmlns";
  const namespace = attributes[prefix] ?? "";
  if (kind !== "GenericData" || namespace.toLowerCase() !== MESSAGE_NAMESPACE) {
    throw new Refusal(
      `${file} is not an EMISS export: its root is ${name} in "${namespace}"`,
      "EMISS writes SDMX-ML 1.0 GenericData",
    );
  }
}
