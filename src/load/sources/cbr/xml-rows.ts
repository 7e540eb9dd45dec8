// Reads a small XML answer as rows: each element of a given name with its attributes and the texts of its children.
//
// Elements are found by their local names, without namespaces. Lines are lines of the file; paths number siblings of one name from 1, as in
// XPath.
import {Refusal} from "../../../service/refusal.ts";
import {createXmlParser, localName} from "../../input/xml-parser.ts";

export interface XmlField {
  readonly text: string;
  readonly line: number;
  /** /ValCurs/Valute[3]/Value */
  readonly path: string;
}

export interface XmlRow {
  readonly name: string;
  readonly line: number;
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** By local name. */
  readonly fields: ReadonlyMap<string, XmlField>;
}

export interface XmlAnswer {
  readonly root: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Local names of all elements that are not rows, in order of first appearance. */
  readonly elements: ReadonlySet<string>;
}

interface Open {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly children: Map<string, number>;
  text: string;
}

/**
 * Reads the whole text; rows are given in the order of the file.
 * @param isRow gets the local name
 * @throws Refusal if the text is not complete and well-formed XML, or declares entities
 */
export function readXmlRows(
  file: string,
  text: string,
  isRow: (name: string) => boolean,
  take: (row: XmlRow) => void,
): XmlAnswer {
  const {parser, closed} = createXmlParser(file, "the Bank's answers");
  const stack: Open[] = [];
  const elements = new Set<string>();
  let root: Pick<XmlAnswer, "root" | "attributes"> | null = null;
  let row: (XmlRow & {readonly depth: number; readonly fields: Map<string, XmlField>}) | null = null;

  parser.on("opentag", (tag) => {
    const name = localName(tag.name);
    const above = stack.at(-1);
    const index = (above?.children.get(name) ?? 0) + 1;
    above?.children.set(name, index);
    const path = `${above?.path ?? ""}/${name}${isRow(name) ? `[${index}]` : ""}`;
    stack.push({name, path, line: parser.line, children: new Map(), text: ""});
    root ??= {root: name, attributes: {...tag.attributes}};
    if (row === null && isRow(name)) {
      const attributes = {...tag.attributes};
      row = {name, line: parser.line, path, attributes, fields: new Map(), depth: stack.length};
    } else if (row === null) elements.add(name);
  });
  const capture = (fragment: string): void => {
    const open = stack.at(-1);
    if (open && row !== null) open.text += fragment;
  };
  parser.on("text", capture);
  parser.on("cdata", capture);
  let rows = 0;
  parser.on("closetag", () => {
    closed();
    const {name, path, line, text: content} = stack.pop()!;
    if (row === null) return;
    if (stack.length === row.depth) {
      if (row.fields.has(name)) throw new Refusal(`${file}, line ${line}: ${path} is given twice`, "download it again");
      row.fields.set(name, {text: content, line, path});
    } else if (stack.length < row.depth) {
      const {depth: _, ...whole} = row;
      row = null;
      if (++rows > MAX_ROWS) throw new Refusal(`${file} has more than ${MAX_ROWS} rows`, "load it in parts");
      take(whole);
    }
  });
  parser.write(text);
  parser.close();
  return {...root!, elements};
}

/** The longest answer of the Bank has some ten thousand. */
const MAX_ROWS = 200_000;
