// Verifies places in XML: the element or attribute of a path, found by a walk over the tags that shares no code with the parsers.
//
// The walk knows tags, comments, CDATA and the five entities of XML; a path step without a number means the first element of that name.
import type {SourceFile} from "../source.ts";
import type {CellLookup, ExplainedValue, Mismatch} from "./explained-value.ts";
import {readFileText} from "./file-text.ts";

interface Open {
  readonly path: string;
  readonly children: Map<string, number>;
  readonly values: ExplainedValue[] | undefined;
  text: string;
}

export function createElementLookup(file: SourceFile): CellLookup {
  /** Values by the path of their element, each step with its number. */
  const wanted = new Map<string, ExplainedValue[]>();
  const mismatches: Mismatch[] = [];
  let text = readFileText(file);
  let rest = "";
  let stack: Open[] = [];

  function judge(explained: ExplainedValue, there: string | null): void {
    if (there === explained.raw) return;
    mismatches.push({explained, reason: there === null ? "does not exist" : `contains ${JSON.stringify(there)}`});
  }

  function open(tag: string): void {
    const name = /^<([^\s/>]+)/.exec(tag)![1]!.replace(/^[^:]*:/, "");
    const above = stack.at(-1);
    const number = (above?.children.get(name) ?? 0) + 1;
    above?.children.set(name, number);
    const path = `${above?.path ?? ""}/${name}[${number}]`;
    const values = wanted.get(path);
    for (const explained of values ?? []) {
      const attribute = attributeOf(explained);
      if (attribute !== null) judge(explained, attributeText(tag, attribute));
    }
    const one = {
      path,
      children: new Map<string, number>(),
      values: values?.filter((explained) => attributeOf(explained) === null),
      text: "",
    };
    if (values) wanted.delete(path);
    if (tag.endsWith("/>")) end(one);
    else stack.push(one);
  }

  function end({values, text: content}: Open): void {
    for (const explained of values ?? []) judge(explained, content);
  }

  /** Walks over the complete parts of `rest`; a cut part stays. */
  function walk(): void {
    let at = 0;
    while (at < rest.length) {
      const start = rest.indexOf("<", at);
      const top = stack.at(-1);
      const isWanted = top?.values?.length;
      if (start < 0) {
        // An entity may be cut, so a wanted text waits for its end.
        if (!isWanted) at = rest.length;
        break;
      }
      if (isWanted) top.text += decoded(rest.slice(at, start));
      const [from, to] = rest.startsWith("<!--", start)
        ? [4, "-->"]
        : rest.startsWith("<![CDATA[", start)
          ? [9, "]]>"]
          : [1, ">"];
      const close = rest.indexOf(to, start + from);
      if (close < 0) {
        at = start;
        break;
      }
      const tag = rest.slice(start, close + to.length);
      at = close + to.length;
      if (from === 9 && isWanted) top.text += rest.slice(start + from, close);
      else if (tag.startsWith("</")) end(stack.pop() ?? {path: "", children: new Map(), values: undefined, text: ""});
      else if (!/^<[!?]/.test(tag)) open(tag);
    }
    rest = rest.slice(at);
  }

  /** Values of elements that are still open at the end of the file are looked up again. */
  function giveBack(): void {
    for (const {path, values = []} of stack)
      if (values.length > 0) wanted.set(path, [...values, ...(wanted.get(path) ?? [])]);
    stack = [];
  }

  /** Reads until no value is open or pending; false at the end of the file. */
  async function readOn(): Promise<boolean> {
    while (wanted.size > 0 || stack.some(({values}) => values?.length)) {
      const {value, done} = await text.next();
      if (done) {
        giveBack();
        return false;
      }
      rest += value;
      walk();
    }
    return true;
  }

  return {
    async confirm(values) {
      for (const explained of values) {
        const path = elementOf(explained);
        const there = wanted.get(path);
        if (there) there.push(explained);
        else wanted.set(path, [explained]);
      }
      if (!(await readOn())) {
        // A parser may give a value after it has read on: then its place is before the present one.
        await text.return(undefined);
        text = readFileText(file);
        rest = "";
        await readOn();
      }
      for (const left of wanted.values()) for (const explained of left) judge(explained, null);
      wanted.clear();
      return mismatches.splice(0);
    },
    async close() {
      await text.return(undefined);
    },
  };
}

function attributeOf({locator}: ExplainedValue): string | null {
  return /\/@([^/]+)$/.exec(locator.element ?? "")?.[1] ?? null;
}

function elementOf({locator}: ExplainedValue): string {
  return (locator.element ?? "").replace(/\/@[^/]+$/, "").replace(/[^/\]](?=\/|$)/g, "$&[1]");
}

function attributeText(tag: string, name: string): string | null {
  for (const [, own, double, single] of tag.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (own!.replace(/^[^:]*:/, "") === name) return decoded(double ?? single ?? "");
  return null;
}

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\da-f]+));/gi, (_, name, decimal, hexadecimal) =>
    name
      ? {lt: "<", gt: ">", amp: "&", quot: '"', apos: "'"}[name as "lt"]
      : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  );
}
