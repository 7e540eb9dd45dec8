// English texts of notes and remarks, by the published text: pairs of lines in reference/text-english.txt, apart by an empty line.
import {readFileSync} from "node:fs";
import {once} from "./reference.ts";

const FILE = new URL("../../reference/text-english.txt", import.meta.url);

export const readTextEnglish: () => ReadonlyMap<string, string> = once(() => {
  const [, ...pairs] = readFileSync(FILE, "utf8")
    .trim()
    .split(/\n{2,}/);
  return new Map(pairs.map((pair) => pair.split("\n") as [string, string]));
});
