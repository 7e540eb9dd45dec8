// COPY in binary, both ways: histories out, new rows in. All other requests to PostgreSQL are prepared statements.
//
// COPY has no parameters. The few that a read needs are whole numbers, written into its text here; any other value is refused, so no
// user's text ever becomes part of a statement.
import {once} from "node:events";
import type {Writable} from "node:stream";
import pg from "pg";
import type {BinaryColumns, BinaryType, Row} from "../../script.ts";
import {decodeBinaryRows, encodeBinaryRows} from "./binary-rows.ts";

/** The rows of a select in binary: the only reading that is not an ordinary statement. */
export async function copyOut(
  client: pg.ClientBase,
  text: string,
  parameters: readonly unknown[],
  columns: BinaryColumns,
): Promise<Row[]> {
  const select = text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));
  const answer = await new Promise<Buffer>((resolve, reject) => {
    client.query(new CopyOut(`copy (${select}) to stdout (format binary)`, resolve, reject));
  });
  return decodeBinaryRows(answer, columns);
}

/** A whole number, or a list of them, as the text of a statement. */
function literal(value: unknown): string {
  if (Number.isSafeInteger(value)) return `(${value})`;
  if (Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)))
    return `'{${value.join(",")}}'::bigint[]`;
  throw new TypeError("only whole numbers are allowed in a statement that is read in binary");
}

const FIRST_ROOM = 64 * 1024;

/** A query of pg, so that the client sends it along with others; unlike an ordinary query it collects the data. */
class CopyOut extends pg.Query {
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM);
  #length = 0;

  constructor(text: string, onDone: (answer: Buffer) => void, onError: (error: unknown) => void) {
    super(text, undefined, (error?: Error | null) => {
      if (error) onError(error);
      else onDone(this.#room.subarray(0, this.#length));
    });
  }

  /** The chunk is a view on memory that the client uses again. */
  handleCopyData({chunk}: {readonly chunk: Buffer}): void {
    const length = this.#length + chunk.length;
    if (length > this.#room.length) {
      const room = Buffer.allocUnsafeSlow(Math.max(length, this.#room.length * 2));
      this.#room.copy(room, 0, 0, this.#length);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#length);
    this.#length = length;
  }
}

/** Writes new rows; a broken unique key is the same error as for an insert. The names must be quoted. */
export async function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: string,
  rows: Iterable<readonly unknown[]>,
): Promise<void> {
  const types = await readTypes(client, table, columns);
  const done = Promise.withResolvers<void>();
  const text = `copy ${table} (${columns}) from stdin (format binary)`;
  client.query(new CopyIn(text, encodeBinaryRows(rows, types), done.resolve, done.reject));
  await done.promise;
}

/** The part of a connection of pg that takes the data of a COPY. */
interface CopyTarget {
  readonly stream: Writable;
  sendCopyFromChunk(blob: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

class CopyIn extends pg.Query {
  readonly #blobs: Iterable<Buffer>;
  /** Why the rows ended before their end. */
  #cause: {readonly error: unknown} | null = null;
  #isOver = false;
  readonly #over = Promise.withResolvers<void>();

  constructor(text: string, blobs: Iterable<Buffer>, onDone: () => void, onError: (error: unknown) => void) {
    super(text, undefined, (error?: Error | null) => {
      this.#isOver = true;
      this.#over.resolve();
      if (this.#cause !== null) onError(this.#cause.error);
      else if (error) onError(error);
      else onDone();
    });
    this.#blobs = blobs;
  }

  handleCopyInResponse(connection: CopyTarget): void {
    void this.#send(connection);
  }

  /** Stops when the database has refused the rows or the connection is closed; the callback above reports both. */
  async #send(connection: CopyTarget): Promise<void> {
    const {stream} = connection;
    try {
      for (const blob of this.#blobs) {
        // A closed connection accepts data and drops it.
        if (this.#isOver || !stream.writable) return;
        connection.sendCopyFromChunk(blob);
        if (stream.writableNeedDrain) await Promise.race([once(stream, "drain"), this.#over.promise]);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#cause = {error};
      connection.sendCopyFail("the rows ended before their end");
    }
  }
}

/** PostgreSQL's numbers of the types of our columns. */
const TYPES: ReadonlyMap<number, BinaryType> = new Map([
  [25, "text"],
  [23, "integer"],
  [20, "bigint"],
  [701, "real"],
  [17, "bytes"],
]);

const typesOfColumns = new Map<string, readonly BinaryType[]>();

async function readTypes(client: pg.ClientBase, table: string, columns: string): Promise<readonly BinaryType[]> {
  const text = `select ${columns} from ${table} limit 0`;
  const known = typesOfColumns.get(text);
  if (known !== undefined) return known;
  const {fields} = await client.query(text);
  const types = fields.map(({name, dataTypeID}) => {
    const type = TYPES.get(dataTypeID);
    if (type === undefined) throw new Error(`the column ${name} of ${table} has the type ${dataTypeID}`);
    return type;
  });
  typesOfColumns.set(text, types);
  return types;
}
