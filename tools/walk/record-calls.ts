// A loader hook for tools/walk-request.ts: every named function of src/ notes its file and name when it is called.
//
// The note is an additional last parameter with a default value, which is evaluated at each call. This works for functions, methods and
// arrow functions, and does not change the body. A function with a rest parameter makes the note at the start of its body.
// A worker thread is not recorded, nor is a function without a name.
import {readFileSync} from "node:fs";
import {registerHooks, stripTypeScriptTypes} from "node:module";
import {relative} from "node:path";
import {fileURLToPath} from "node:url";
import {findFunctions} from "../named-functions.ts";
import {codeOnly} from "../source-text.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = new URL("../../src/", import.meta.url).href;

let calls: string[] | null = null;

Object.assign(globalThis, {
  noteCall(call: string): void {
    calls?.push(call);
  },
});

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(SOURCE) || !url.endsWith(".ts")) return next(url, context);
    const path = fileURLToPath(url);
    const file = relative(ROOT, path).replaceAll("\\", "/");
    return {format: "module", shortCircuit: true, source: recording(readFileSync(path, "utf8"), file)};
  },
});

process.on("message", (word) => {
  if (word === "begin") calls = [];
  process.send?.(word === "begin" ? "begun" : {calls: calls ?? []});
  if (word === "end") calls = null;
});

/** The source without types, each named function with its note. */
function recording(source: string, file: string): string {
  const plain = stripTypeScriptTypes(source);
  const code = codeOnly(plain);
  const notes: {readonly at: number; readonly text: string}[] = [];
  for (const {name, open, close, body} of findFunctions(code)) {
    const call = `noteCall(${JSON.stringify(`${file} ${name}`)})`;
    const parameters = code.slice(open + 1, close).trimEnd();
    if (!/\.\.\.[^,]*$/.test(parameters)) {
      const comma = parameters.trim() === "" || parameters.endsWith(",") ? "" : ",";
      notes.push({at: close, text: `${comma}_call=${call}`});
    } else if (body !== null) {
      notes.push({at: body, text: `${call};`});
    }
  }
  let out = plain;
  for (const {at, text} of notes.toSorted((a, b) => b.at - a.at)) out = out.slice(0, at) + text + out.slice(at);
  return out;
}
