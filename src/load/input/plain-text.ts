// Cleans EMISS texts: names with double blanks, methodology whose entities were escaped twice.

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  laquo: "«",
  raquo: "»",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  sup2: "²",
  sup3: "³",
  deg: "°",
};

/** FIX-fedstat-07: the XML reader undid one escaping; undoes the second, then blanks of any kind become one space. */
export function unescapedText(text: string): string {
  const unescaped = text.includes("&") ? text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z\d]{2,8});/gi, entityText) : text;
  return unescaped.replace(/[\s\u00a0\u00ad\u202f\u2009]+/g, " ").trim();
}

export function plainTextOrNull(text: string): string | null {
  const plain = unescapedText(text);
  return plain === "" ? null : plain;
}

function entityText(whole: string, name: string): string {
  if (name[0] !== "#") return ENTITIES[name.toLowerCase()] ?? whole;
  const code = name[1] === "x" || name[1] === "X" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return code > 31 && code <= 0x10ffff && !isHalf && code !== 160 ? String.fromCodePoint(code) : " ";
}
