// $search: from the language of the protocol to a text for our own search, which requires all words anyway.
//
// AND is its default. A phrase in quotes is searched by its words. OR and NOT are not supported.
import {bad, unsupported} from "./fault.ts";

/** Throws ODataFault. */
export function readSearchText(search: string): string {
  const words: string[] = [];
  for (const [piece, phrase] of search.matchAll(/"([^"]*)"|[^\s"]+/g)) {
    if (phrase === undefined && (piece === "OR" || piece === "NOT")) {
      throw unsupported(
        `${piece} is not supported in $search`,
        "$search requires all words: send one request for each alternative",
      );
    }
    if (phrase === undefined && piece === "AND") continue;
    words.push(phrase ?? piece.replace(/^\(+|\)+$/g, ""));
  }
  const text = words.join(" ").trim();
  if (text === "") throw bad("$search has no word");
  return text;
}
