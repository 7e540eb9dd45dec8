// SDMX-ML 1.0 to 3.0 as a stream: generic, compact and structure specific data, with the structure message beside them where there is one.
//
// EMISS writes generic messages of version 1.0 in a dialect of its own (sources/fedstat), with lists between header and data. Prepared and Extracted are times of the download: the day of
// publication comes from the command.
import {Refusal} from "../../../../service/refusal.ts";
import {WHOLE} from "../../../input/ending.ts";
import {readFileUtf8} from "../../../input/utf8-file.ts";
import {createXmlParser, localName} from "../../../input/xml-parser.ts";
import type {ParserCode, SourceFile} from "../../../source.ts";
import {type CodedRegister, createCodedRegister} from "../coded-release.ts";
import {fileBeginning} from "../text-table.ts";
import {createMessageCells, type MessageCells} from "./sdmx-cells.ts";
import {createStructureReader, emptyStructure, keyDimensions, type SdmxStructure} from "./sdmx-structure.ts";
import {createSecondMeasures} from "./second-measures.ts";

/** A message group of version 2.0 has the data set of a generic or compact message. */
const DATA =
  /<(?:[\w.-]+:)?(?:Generic(?:TimeSeries)?Data|StructureSpecific(?:TimeSeries)?Data|CompactData|MessageGroup)[\s>]/;
const OTHER = /<(?:[\w.-]+:)?(?:CrossSectionalData|UtilityData)[\s>]/;
const STRUCTURE = /<(?:[\w.-]+:)?Structure[\s>]/;
const VERSION = /sdmx\.org\/resources\/sdmxml\/schemas\/v(?:1_0|2_[01]|3_\d)\//i;
const FIRST_VERSION = /sdmx\.org\/resources\/sdmxml\/schemas\/v1_0\/message/i;
const GENERIC = /<(?:[\w.-]+:)?GenericData[\s>]/;
/** In a generic message of version 1.0; EMISS has its lists of codes there. */
const DATA_AFTER_HEADER = /<\/(?:[\w.-]+:)?Header>\s*(?:<!--[\s\S]*?-->\s*)*<(?:[\w.-]+:)?DataSet[\s>]/;

export const sdmxMl: ParserCode = {
  async recognises(files) {
    let hasData = false;
    for (const file of files) {
      const start = await fileBeginning(file);
      if (FIRST_VERSION.test(start) && GENERIC.test(start) && !DATA_AFTER_HEADER.test(start)) return false;
      if (!VERSION.test(start) || !(DATA.test(start) || OTHER.test(start) || STRUCTURE.test(start))) return false;
      hasData ||= !STRUCTURE.test(start) || DATA.test(start);
    }
    return hasData;
  },
  async parse(files, hints, sink) {
    const [structures, data] = [[] as SourceFile[], [] as SourceFile[]];
    for (const file of files) {
      const start = await fileBeginning(file);
      const other = OTHER.exec(start)?.[0];
      if (other)
        throw new Refusal(
          `${file.name} is a message ${other.slice(1, -1)}`,
          "generic, compact and structure specific data are read",
        );
      (DATA.test(start) ? data : structures).push(file);
    }
    const [file, another] = data;
    if (another)
      throw new Refusal(`${file!.name} and ${another.name} are two messages with data`, "load them one by one");
    const structure = emptyStructure();
    for (const one of structures) await readMessage(one, structure, null);
    let register: CodedRegister | null = null;
    const start = await fileBeginning(file!);
    const measures = createSecondMeasures();
    const cells = createMessageCells(file!.name, structure, measures, (ids, named) => {
      if (structure.measures.size > 1)
        throw new Refusal(`${file!.name} has several values for each key`, "a message with one measure is read");
      const urn = /(?:KeyFamily|Dataflow|DataStructure)=([\w.-]+):([\w.-]+)/.exec(start);
      const head = {
        noValue: ["NaN"],
        file: file!.name,
        provider: named.agency ?? urn?.[1] ?? null,
        dataset: named.id ?? urn?.[2] ?? null,
        name: structure.name,
        dimensions: keyDimensions(ids, structure),
        mayHaveFactors: FIRST_VERSION.test(start),
      };
      register = createCodedRegister(head, hints, sink);
      return register;
    });
    await readMessage(file!, structure, cells);
    const made = register as CodedRegister | null;
    if (made === null) throw new Refusal(`${file!.name}: no value`, "the query that was saved gave no data");
    measures.refuse(file!.name, sink);
    return {metadata: made.metadata(), ending: WHOLE};
  },
};

/** @param cells null: a structure message */
async function readMessage(file: SourceFile, structure: SdmxStructure, cells: MessageCells | null): Promise<void> {
  const {parser, closed} = createXmlParser(file.name, "SDMX messages");
  const reader = createStructureReader(structure);
  let text = "";
  let inData = false;
  const capture = (fragment: string): void => {
    text += fragment;
  };
  parser.on("text", capture);
  parser.on("cdata", capture);
  parser.on("opentag", ({name, attributes}) => {
    const kind = localName(name);
    text = "";
    if (kind === "DataSet") inData = true;
    cells?.open(kind, attributes, parser.line);
    if (!inData) reader.open(kind, attributes);
  });
  parser.on("closetag", ({name}) => {
    closed();
    const kind = localName(name);
    cells?.close(kind, text);
    if (!inData) reader.close(kind, text);
    if (kind === "DataSet") inData = false;
    text = "";
  });
  const decoder = new TextDecoder();
  for await (const bytes of readFileUtf8(file)) parser.write(decoder.decode(bytes, {stream: true}));
  parser.close();
}
