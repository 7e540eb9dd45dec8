// Removes texts that may be reworded: messages and hints, descriptions of the OpenAPI document, and everything of a page except its numbers
// and links.
//
// All else stays byte for byte, so that a number in another form is still a difference.

/** Removes the text of members with these names; the rest of the JSON is unchanged. */
function withoutTexts(json: string, names: readonly string[]): string {
  return json.replace(new RegExp(`"(${names.join("|")})":(\\s*)"(?:[^"\\\\]|\\\\.)*"`, "g"), '"$1":$2"*"');
}

/** @param body unpacked */
export function withoutWording(address: string, type: string, body: string): string {
  if (type.startsWith("text/html") || type.startsWith("image/svg")) return numbersAndLinks(body);
  if (!type.startsWith("application/json")) return body;
  const texts = ["message", "hint", "msg"];
  return withoutTexts(body, isDocument(address) ? [...texts, "description", "summary"] : texts);
}

/** The tag of the OpenAPI document and of pages changes with their texts. */
export function hasWordedTag(address: string): boolean {
  return isDocument(address) || !/^\/api(?:[/?]|$)/.test(address) || address.startsWith("/api/docs");
}

function isDocument(address: string): boolean {
  return address.startsWith("/api/openapi.json");
}

const NUMBER = /\d+(?:[.,\u00a0\u202f]\d+)*/g;
const LINK = /\b(?:href|src|action)="([^"]*)"/g;
const IDENTIFIER = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Removes scripts for browsers, but not the data in a page. */
const CODE = /<style[^>]*>[\s\S]*?<\/style>|<script(?![^>]*json)[^>]*>[\s\S]*?<\/script>|<!--[\s\S]*?-->/g;

/** A line for each, in their order. */
function numbersAndLinks(page: string): string {
  const shown = page
    .replace(CODE, (code) => /^<script[^>]*src="[^"]*"[^>]*>/.exec(code)?.[0] ?? "")
    .replace(IDENTIFIER, "")
    .replaceAll(/&#?\w+;/g, " ");
  const lines: string[] = [];
  for (const text of shown.split(/(<[^>]*>)/)) {
    if (!text.startsWith("<")) for (const [number] of text.matchAll(NUMBER)) lines.push(number);
    else for (const [, link] of text.matchAll(LINK)) lines.push(withoutEdition(link!));
  }
  return lines.join("\n");
}

/** Addresses of files contain a hash of all files. */
function withoutEdition(link: string): string {
  return link.replace(/\/(assets|docs)\/[\w-]+\//, "/$1/*/");
}
