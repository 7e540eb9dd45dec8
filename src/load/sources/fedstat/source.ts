// EMISS (fedstat.ru): the SDMX-ML export of one indicator, read as a stream.
//
// A release is one indicator. Several files are one release only if all are parts of the same indicator, published on one day. Otherwise
// the values of an older part would seem to be known later than they were.
import {Refusal} from "../../../service/refusal.ts";
import {firstBytes} from "../../input/decoded-text.ts";
import {WHOLE} from "../../input/ending.ts";
import {DECLARATION_BYTES, readFileUtf8} from "../../input/utf8-file.ts";
import {
  type LoadHints,
  type ObservationSink,
  type ParserCode,
  type ReleaseReading,
  SeveralReleases,
  type SourceFile,
} from "../../source.ts";
import {releaseMetadata} from "./description.ts";
import {createMessageReader} from "./message.ts";
import type {MessageHead} from "./message-head.ts";
import {createObservationReader} from "./observations.ts";

/** Version 2 refuses the values of a code whose label contradicts it. */
export const fedstat: ParserCode = {recognises, parse};

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

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const observations = createObservationReader(sink);
  let newest: MessageHead | null = null;
  for (const file of files) {
    observations.startFile(file.name);
    const message = createMessageReader(file.name, observations.take);
    for await (const bytes of readFileUtf8(file)) message.write(bytes);
    message.close();
    if (newest !== null && newest.indicator !== message.head.indicator) {
      throw new SeveralReleases(
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
  return {metadata: releaseMetadata(newest, seen, files[0]!.name, hints), ending: WHOLE};
}

async function readStart(file: SourceFile): Promise<string> {
  return (await firstBytes(file, DECLARATION_BYTES * 4)).toString("utf8").replace(/^\ufeff/, "");
}
