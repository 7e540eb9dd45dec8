// The judged questions of search-queries.tsv, read strictly, and the rule that sets some of them aside.
//
// The rule depends only on the id, never on the answer to a question. The questions set aside are reported separately and never used for tuning.
import {hash} from "node:crypto";
import {readFileSync} from "node:fs";

export interface SearchQuery {
  readonly id: string;
  readonly query: string;
  /** provider/dataset; null: no preference. */
  readonly dataset: string | null;
  /** null: no preference, or the dataset has no classes. */
  readonly classification: string | null;
  /** geo_canonical; null: no preference. */
  readonly territory: string | null;
  /** Whether a word of the question shares a stem with the title that should come first. */
  readonly sharesWord: boolean;
  readonly part: "tune" | "aside";
  readonly note: string | null;
}

/** All questions, in order of id. @throws Error for a line without eight non-empty cells in the form given by the file's header */
export function readSearchQueries(path: URL = QUERIES): SearchQuery[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const [header, ...rows] = lines.filter((line) => !line.startsWith("#"));
  if (header !== COLUMNS) throw new Error(`search-queries.tsv: the header is "${header}"`);
  return rows.map(parseQuery);
}

/** The part of a question. */
export function partOf(id: string): SearchQuery["part"] {
  return Number.parseInt(hash("sha256", `${SEED}:${id}`).slice(0, 8), 16) < SHARE_ASIDE * 2 ** 32 ? "aside" : "tune";
}

const QUERIES = new URL("search-queries.tsv", import.meta.url);
const COLUMNS = "id\tquery\tdataset\tclass\tgeo\tshares_word\tpart\tnote";
const SEED = 11;
const SHARE_ASIDE = 0.3;

function parseQuery(line: string): SearchQuery {
  const [id, query, dataset, classification, territory, sharesWord, part, note, ...more] = line.split("\t");
  if (!id || !query || !dataset || !classification || !territory || !note || more.length > 0)
    throw new Error(`search-queries.tsv: unreadable line "${line}"`);
  if (sharesWord !== "yes" && sharesWord !== "no") throw new Error(`search-queries.tsv: shares_word of ${id}`);
  if (part !== "tune" && part !== "aside") throw new Error(`search-queries.tsv: part of ${id}`);
  return {
    id,
    query,
    dataset: given(dataset),
    classification: given(classification),
    territory: given(territory),
    sharesWord: sharesWord === "yes",
    part,
    note: given(note),
  };
}

function given(cell: string): string | null {
  return cell === "-" ? null : cell;
}
