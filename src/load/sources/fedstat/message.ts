// Reads an EMISS message (SDMX-ML 1.0 GenericData) as a stream of UTF-8 and gives its series one by one.
//
// Elements are found by their names without prefixes; the namespace of the root is checked once.
import {Refusal} from "../../../service/refusal.ts";
import {createXmlParser, localName} from "../../input/xml-parser.ts";
import {createHeadReader, type MessageHead} from "./message-head.ts";
import {endSeries, MessageSeries, NOT_READ, startObservation, startSeries, takeDimension} from "./message-series.ts";
import {createSeriesFeed} from "./series-feed.ts";

export interface MessageReader {
  readonly head: MessageHead;
  /** The next bytes; they must end at the end of a character. */
  write(bytes: Uint8Array): void;
  /** @throws Refusal if the file ends early or contains no data */
  close(): void;
}

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const MESSAGE_NAMESPACE = "http://www.sdmx.org/resources/sdmxml/schemas/v1_0/message";
const AGAIN = "download the indicator's data from fedstat.ru as SDMX again";

/** `onSeries` gets each series after the head. @throws Refusal from write and close if the file is not a complete EMISS message */
export function createMessageReader(
  file: string,
  onSeries: (series: MessageSeries, head: MessageHead) => void,
): MessageReader {
  const {parser, closed} = createXmlParser(file, "EMISS exports", AGAIN, () => feed.line());
  const {head, open: openHead, close: closeHead} = createHeadReader();
  const series = new MessageSeries();
  const elements: number[] = [];
  let depth = 0;
  let inData = false;
  let sawData = false;
  let inKey = false;
  let inObservation = false;
  const feed = createSeriesFeed(
    {write: (fragment) => void parser.write(fragment), inDataSet: () => inData && depth === 2, line: () => parser.line},
    series,
    () => onSeries(series, head),
  );
  let text = "";
  // Adding and removing listeners of saxes would be slower: its parser object would change shape.
  let listening = false;
  const capture = (fragment: string) => {
    if (listening) text += fragment;
  };
  const startCapture = () => {
    text = "";
    listening = true;
  };
  parser.on("text", capture);
  parser.on("cdata", capture);
  const openOutsideData = (name: string, attributes: Readonly<Record<string, string>>) => {
    const kind = localName(name);
    if (depth === 1) refuseOtherRoot(file, kind, name, attributes);
    else if (depth === 2 && kind === "DataSet") {
      if (head.indicator === "") {
        const at = `${file}, line ${feed.line()}`;
        throw new Refusal(
          `${at}: the data have no indicator number before them (Description/Indicator)`,
          `${AGAIN}; of other publishers versions 2.0, 2.1 and 3.0 are read`,
        );
      }
      inData = true;
      sawData = true;
    } else if ((depth > 2 || kind === "CodeLists") && openHead(kind, attributes)) startCapture();
  };
  const openTag = ({name, attributes}: Tag) => {
    if (!inData) {
      depth++;
      return openOutsideData(name, attributes);
    }
    const element = DATA_ELEMENTS.get(localName(name)) ?? OTHER;
    elements[depth++] = element;
    switch (element) {
      case VALUE: {
        const concept = attributes["concept"] ?? "";
        const value = attributes["value"] ?? "";
        if (inKey) takeDimension(series, concept, value);
        else if (inObservation) series.misplaced = true;
        else if (concept === "PERIOD") series.words = value;
        else if (concept === "EI") series.nextUnit = value;
        break;
      }
      case OBSERVATION:
        inObservation = true;
        startObservation(series, feed.line());
        break;
      case OBSERVED_VALUE:
        series.texts[series.observationCount] = attributes["value"] ?? "";
        series.from[series.observationCount] = NOT_READ;
        series.valueLines[series.observationCount] = feed.line();
        break;
      case TIME:
        startCapture();
        break;
      case SERIES_KEY:
        inKey = true;
        break;
      case SERIES:
        startSeries(series);
        break;
    }
  };
  const closeTag = ({name}: Pick<Tag, "name">) => {
    closed();
    depth--;
    if (!inData) {
      listening = false;
      closeHead(localName(name), text);
      return;
    }
    // The same element that was opened: remembering it is faster than reading its name again.
    switch (elements[depth]) {
      case OBSERVATION:
        inObservation = false;
        series.observationCount++;
        break;
      case TIME:
        listening = false;
        series.times[series.observationCount] = text;
        break;
      case SERIES_KEY:
        inKey = false;
        break;
      case SERIES:
        endSeries(series);
        onSeries(series, head);
        break;
      default:
        if (depth === 1) inData = false;
    }
  };
  parser.on("opentag", openTag);
  parser.on("closetag", closeTag);

  return {
    head,
    write: feed.write,
    close() {
      feed.finish();
      parser.close();
      if (!sawData) throw new Refusal(`${file} has no DataSet`, AGAIN);
    },
  };
}

// Elements of the data as small numbers: a switch over numbers is a jump, a switch over texts is a series of comparisons.
const OTHER = 0;
const SERIES = 1;
const SERIES_KEY = 2;
const VALUE = 3;
const OBSERVATION = 4;
const TIME = 5;
const OBSERVED_VALUE = 6;

const DATA_ELEMENTS: ReadonlyMap<string, number> = new Map([
  ["Series", SERIES],
  ["SeriesKey", SERIES_KEY],
  ["Value", VALUE],
  ["Obs", OBSERVATION],
  ["Time", TIME],
  ["ObsValue", OBSERVED_VALUE],
]);

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
