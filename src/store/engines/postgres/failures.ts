// The meaning of an error of PostgreSQL or of its client: whether waiting helps, whether work may have been done, whether a pooler caused it.
import pg from "pg";
import {Refusal} from "../../../service/refusal.ts";
import {StoreOutage} from "../../outage.ts";

/** Classes and codes of SQLSTATE (PostgreSQL, appendix A) that end by waiting, or with the server that took over. */
const OUTAGE_STATES = /^(?:08|53|57P|58|57014$|40001$|40P01$|25006$)/;
/** Messages of the client when the server gave no answer. */
const CUT_OFF = /^(?:Connection terminated|Client has encountered|Client was closed|timeout e|Cannot use a pool)/;

/** Whether waiting helps: the connection broke, or the server refuses temporarily. */
export function isOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  if (error instanceof pg.DatabaseError) return OUTAGE_STATES.test(error.code ?? "");
  return (
    error instanceof Error && ("syscall" in error || error instanceof AggregateError || CUT_OFF.test(error.message))
  );
}

const DISK_FULL = "53100";

export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

/** Whether the server may have done its work and only the answer is missing. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? (error.code ?? "").startsWith("57P") : isOutage(error);
}

const READ_ONLY_TRANSACTION = "25006";

export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION;
}

/** What an administrator has to change before the same can work, by SQLSTATE; null for any other error. */
export function setupRefusal(error: unknown): Refusal | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  switch (error.code) {
    // The name of a statement is in use, or unknown. Our connections never prepare a statement twice or forget one, so a pooler has replaced
    // the connection.
    case "42P05":
    case "26000":
      return new Refusal(
        `a pooler between this program and PostgreSQL mixes up prepared statements (${error.message})`,
        "PgBouncer in transaction mode must be 1.21 or newer with max_prepared_statements = 200; an older one needs pool_mode = session",
      );
    case "42501":
      return new Refusal(
        `the database does not allow this to its user: ${error.message}`,
        "the owner of the database sets it up and migrates it; docs/scaling.md lists the rights that a server needs",
      );
    default:
      return null;
  }
}
