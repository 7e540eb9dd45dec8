// The text of a reference list, JSON or CSV, written in chunks, and its tag: `weakEtag` of the whole text.
//
// Of a list that is longer than a server keeps the writing ends there: its tag is that of the state that it is made of.
import {createHash} from "node:crypto";
import {type CsvValue, tableCsv} from "../../formats/table-csv.ts";

export interface FinishedList {
  readonly etag: string;
  /** null: it is not known yet. */
  readonly length: number | null;
  /** null: it is longer than what is kept. */
  readonly body: Buffer | null;
  /** Of the data of a list that is read in parts: a body that is read again for this tag must be of it. null: a list of one part. */
  readonly state: string | null;
}

export interface ListForm {
  readonly columns: readonly string[];
  readonly isCsv: boolean;
  readonly hasBom: boolean;
}

export interface ListText {
  readonly beginning: string;
  /** The text of the next rows. */
  next(rows: readonly object[]): string;
  readonly ending: string;
}

export function listWriter({columns, isCsv, hasBom}: ListForm): ListText {
  const head = tableCsv(columns, [], false);
  let isFirst = true;
  return {
    beginning: isCsv ? tableCsv(columns, [], hasBom) : '{"items":[',
    next(rows) {
      if (rows.length === 0) return "";
      if (isCsv)
        return tableCsv(columns, rows as readonly Readonly<Record<string, CsvValue>>[], false).slice(head.length);
      const text = JSON.stringify(rows).slice(1, -1);
      const joined = isFirst ? text : `,${text}`;
      isFirst = false;
      return joined;
    },
    ending: isCsv ? "" : "]}",
  };
}

/** @param most bytes of a body that is kept: a longer one is given up */
export function createListWriter(form: ListForm, most: number) {
  const text = listWriter(form);
  const digest = createHash("sha256").update('["');
  const chunks: Buffer[] = [];
  let length = 0;

  function write(fragment: string): void {
    digest.update(JSON.stringify(fragment).slice(1, -1));
    const bytes = Buffer.from(fragment);
    length += bytes.length;
    if (length <= most) chunks.push(bytes);
  }

  write(text.beginning);
  return {
    add: (rows: readonly object[]): void => write(text.next(rows)),
    /** It is longer than what is kept. */
    isTooLong: () => length > most,
    end(): FinishedList {
      write(text.ending);
      const tag = digest.update('"]').digest("base64url");
      return {etag: `W/"${tag.slice(0, 27)}"`, length, body: Buffer.concat(chunks), state: null};
    },
  };
}
