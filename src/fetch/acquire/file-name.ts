// The name under which a file is loaded: from the header, else from the address. Parsers look at its ending, and readers see it.

const MOST_LETTERS = 120;

/** @param given by the source; null: none */
export function fileName(address: string, headers: Readonly<Record<string, string>>, given: string | null): string {
  const disposition = headers["content-disposition"] ?? "";
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)?'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(disposition);
  const path = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  const name = given ?? unescaped(extended) ?? utf8(plain?.[1] ?? plain?.[2]) ?? unescaped(path) ?? "";
  return safeName(name);
}

/** Folders, hidden files and signs of a shell are no part of a name. */
function safeName(name: string): string {
  const safe = (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/[^\p{L}\p{N}._() -]+/gu, "_")
    .replace(/^[.\s-]+/, "")
    .slice(-MOST_LETTERS);
  return safe === "" ? "file" : safe;
}

function unescaped(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}

/** Header fields come as Latin letters, but servers write UTF-8 into them. */
function utf8(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const decoded = Buffer.from(text.trim(), "latin1").toString("utf8");
  return decoded.includes("\ufffd") ? text.trim() : decoded;
}
