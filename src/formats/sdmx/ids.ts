// Codes as identifiers of SDMX, and back: two codes never have the same identifier.
//
// An identifier has letters, digits, `_` and `-`; here it never begins with a digit or a minus, because tables in which a column has only
// such codes are read as numbers. Any other letter is `-` and two hexadecimal digits for each byte of UTF-8; `_` stands before a digit.

/** Of a series without a code in a dimension: "not applicable". No code has this identifier. */
export const NO_CODE = "_Z";

/** Between the provider and the dataset in the identifier of a dataflow: no code has it in its identifier. */
const BETWEEN = "--";

/** @param code null: none */
export function sdmxId(code: string | null): string {
  if (code === null) return NO_CODE;
  const escaped = /^_|[^A-Za-z0-9_]/.test(code) ? code.replace(/^_|[^A-Za-z0-9_]/gu, escapeOf) : code;
  return /^[0-9-]/.test(escaped) || escaped === "" ? `_${escaped}` : escaped;
}

function escapeOf(letter: string): string {
  return ASCII_ESCAPES[letter.charCodeAt(0)] ?? hexOf(letter);
}

function hexOf(letter: string): string {
  return Buffer.from(letter).toString("hex").toUpperCase().replace(/../g, "-$&");
}

const ASCII_ESCAPES = Array.from({length: 128}, (_, code) => hexOf(String.fromCharCode(code)));

/** undefined: no code has the identifier. */
export function codeOfId(id: string): string | null | undefined {
  if (id === NO_CODE) return null;
  try {
    const code = decodeURIComponent(id.replace(/^_(?=[0-9-]|$)/, "").replace(/-([0-9A-F]{2})/g, "%$1"));
    return sdmxId(code) === id ? code : undefined;
  } catch {
    return undefined;
  }
}

export function flowId(provider: string, dataset: string): string {
  return `${sdmxId(provider)}${BETWEEN}${sdmxId(dataset)}`;
}

/** null: no dataset has the identifier. */
export function datasetOfFlow(id: string): {readonly provider: string; readonly dataset: string} | null {
  const at = id.indexOf(BETWEEN);
  if (at === -1) return null;
  const [provider, dataset] = [codeOfId(id.slice(0, at)), codeOfId(id.slice(at + BETWEEN.length))];
  return provider == null || dataset == null ? null : {provider, dataset};
}
