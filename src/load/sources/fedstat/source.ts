// EMISS (fedstat.ru): the SDMX-ML export of one indicator, read as a stream.
//
// A release is one indicator. Several files are one release only if all are parts of the same indicator, published on one day. Otherwise
// the values of an older part would seem to be known later than they were.
import {Buffer, isUtf8} from "node:buffer";
import {labelContradiction} from "../../../country/ru/territory-label.ts";
import {Refusal} from "../../../refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {firstBytes, wholeCharacters} from "../../input/decoded-text.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {releaseMetadata} from "./description.ts";
import type {LabelFault} from "./dimensions.ts";
import {createMessageReader} from "./message.ts";
import type {MessageHead} from "./message-head.ts";
import {createObservationReader} from "./observations.ts";

/** Version 2 refuses the values of a code whose label contradicts it. */
export const fedstat: Source = {...fedstatAs(2, labelContradiction), before: [fedstatAs(1, () => null)]};

function fedstatAs(version: number, labelFault: LabelFault): Source {
  return {
    name: "fedstat",
    version,
    recognises,
    parse: (files, hints, sink) => parse(files, hints, sink, labelFault),
  };
}

/** By the root element. An HTML page with an XML name is recognised too, so that it is refused with a clear message. */
async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  if (files.length === 0) return false;
  for (const file of files) {
    const start = await readStart(file);
    const isPage = /\.(xml|sdmx)$/i.test(file.name) && /^\s*<(!doctype\s+html|html)/i.test(start);
    if (!/<(?:\w+:)?GenericData[\s>]/.test(start) && !isPage) return false;
  }
  return true;
}

async function parse(
  files: readonly SourceFile[],
  hints: LoadHints,
  sink: ObservationSink,
  labelFault: LabelFault,
): Promise<ReleaseMetadata> {
  const observations = createObservationReader(sink, labelFault);
  let newest: MessageHead | null = null;
  for (const file of files) {
    observations.startFile(file.name);
    const message = createMessageReader(file.name, observations.take);
    for await (const bytes of readFileUtf8(file)) message.write(bytes);
    message.close();
    if (newest !== null && newest.indicator !== message.head.indicator) {
      throw new Refusal(
        `${file.name} is about indicator ${message.head.indicator}, the files before it about ${newest.indicator}`,
        "each indicator is a separate release: name the files, not their folder, as in ryad load FILE FILE…",
      );
    }
    const [day, before] = [message.head, newest ?? message.head].map(({lastUpdate}) => lastUpdate.slice(0, 10));
    if (day !== before) {
      throw new Refusal(
        `${file.name} says that it was published on ${day || "no day"}, a file before it says ${before || "no day"}`,
        "load them one by one: each is a separate release",
      );
    }
    if (newest === null || message.head.lastUpdate > newest.lastUpdate) newest = message.head;
  }
  const seen = observations.finish();
  // If rows were refused, the list of them in the run says more than this message.
  if (newest === null || (seen.seriesCount === 0 && seen.refused === 0)) {
    throw new Refusal(
      `${files.map(({name}) => name).join(", ")}: no value`,
      "the selection on fedstat.ru was empty; select the data again",
    );
  }
  return releaseMetadata(newest, seen, files[0]!.name, hints);
}

async function readStart(file: SourceFile): Promise<string> {
  return (await firstBytes(file, DECLARATION_BYTES * 4)).toString("utf8").replace(/^\ufeff/, "");
}

/**
 * The file as UTF-8 without its byte order mark, in pieces that end at the end of a character; windows-1251 is converted if the XML declares
 * it. A piece is valid until the next one is requested.
 * @throws Refusal if a byte does not fit the encoding: a replacement character would get into a code or a name
 */
export async function* readFileUtf8(file: SourceFile): AsyncIterable<Uint8Array> {
  let decode: ((bytes: Uint8Array, last: boolean) => Uint8Array) | null = null;
  let before: Uint8Array = new Uint8Array();
  for await (const bytes of file.open("borrowed")) {
    // The first chunk may cut the declaration, so wait for enough bytes.
    const chunk = before.length === 0 ? bytes : Buffer.concat([before, bytes]);
    before = new Uint8Array();
    if (decode === null && chunk.length < DECLARATION_BYTES && chunk.length < file.size) {
      before = Uint8Array.from(chunk);
      continue;
    }
    decode ??= decoderOf(file, chunk);
    yield decode(chunk, false);
  }
  decode ??= decoderOf(file, before);
  yield decode(before, true);
}

/** Enough for the declaration and for the name of the root. */
export const DECLARATION_BYTES = 1024;

function decoderOf(file: SourceFile, start: Uint8Array): (bytes: Uint8Array, last: boolean) => Uint8Array {
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(
    Buffer.from(start.subarray(0, 200)).toString("latin1"),
  );
  const encoding = (declared?.[1] ?? "utf-8").toLowerCase();
  if (encoding === "windows-1251") {
    const decoder = new TextDecoder("windows-1251");
    return (bytes, last) => Buffer.from(decoder.decode(bytes, {stream: !last}));
  }
  if (encoding !== "utf-8" && encoding !== "utf8") {
    throw new Refusal(
      `${file.name} declares the encoding ${encoding}, which EMISS does not use`,
      "save it as UTF-8 or download it again",
    );
  }
  return utf8Judge(file);
}

function utf8Judge(file: SourceFile): (bytes: Uint8Array, last: boolean) => Uint8Array {
  let carried: Uint8Array = new Uint8Array();
  let start = true;
  return (bytes, last) => {
    const all = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
    const whole = wholeCharacters(all);
    if (last && whole < all.length) {
      throw new Refusal(`${file.name} ends in the middle of a character`, "it was cut off; download it again");
    }
    carried = Uint8Array.prototype.slice.call(all, whole);
    const complete = all.subarray(0, whole);
    if (!isUtf8(complete)) {
      throw new Refusal(
        `${file.name} is not UTF-8 text, as EMISS exports are`,
        "download it again without converting it",
      );
    }
    const marked = start && complete[0] === 0xef && complete[1] === 0xbb && complete[2] === 0xbf;
    if (whole > 0) start = false;
    return marked ? complete.subarray(3) : complete;
  };
}
