// The catalogues of earlier programs, written again in pieces. One that is damaged stays as it is: `ryad check` names its dataset.
//
// Part of a released migration: it never changes.
import {DamagedCatalogue, numberedPieces} from "../../../statistics/catalogue/catalogue-code.ts";
import {encodeCatalogue} from "../../../statistics/catalogue/catalogue-encoding.ts";
import {decodeOlderCatalogue} from "../../../statistics/catalogue/older-catalogue.ts";
import type {Queries} from "../../engines/differences.ts";
import {all, one, run, type Script} from "../../script.ts";

export function* rewriteCatalogues(q: Queries): Script<void> {
  for (const {id: dataset_id} of yield* all(q.db.selectFrom("dataset").select("id").compile())) {
    const stored = q.db.selectFrom("catalogue").select("columns").where("dataset_id", "=", dataset_id);
    const row = yield* one(stored.compile());
    const rewritten = row === undefined ? null : rewrite(row.columns);
    if (rewritten === null) continue;
    for (const [number, bytes] of numberedPieces(rewritten))
      yield* run(q.db.insertInto("catalogue_piece").values({dataset_id, number, bytes}).compile());
    yield* run(
      q.db.updateTable("catalogue").set({columns: rewritten.head}).where("dataset_id", "=", dataset_id).compile(),
    );
  }
}

function rewrite(columns: Uint8Array) {
  try {
    return encodeCatalogue(decodeOlderCatalogue(columns));
  } catch (error) {
    if (error instanceof DamagedCatalogue) return null;
    throw error;
  }
}
