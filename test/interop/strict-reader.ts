// The rules of Microsoft's OData reader (Excel, Power BI), as far as violations are known to end a user's refresh, and the requests that it
// sends.
//
// Excel cannot run here: its headers and its order of requests are replayed as others have captured them, and each answer is checked for
// everything that its reader is known to refuse. A fault is thrown as StrictFault.
export class StrictFault extends Error {}

/** Sends a request; a test may put faults between. */
export type Send = (url: string, headers: Readonly<Record<string, string>>) => Promise<Response>;

export const EXCEL_HEADERS = {
  "User-Agent": "Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)",
  "OData-MaxVersion": "4.0",
  MaxDataServiceVersion: "3.0",
  Accept:
    "application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7",
  "Accept-Encoding": "gzip, deflate",
} as const;

interface Column {
  readonly type: string;
  readonly nullable: boolean;
}

/** The columns and the key of each entity set in $metadata. */
export type Model = ReadonlyMap<
  string,
  {readonly columns: ReadonlyMap<string, Column>; readonly key: readonly string[]}
>;

export type Row = Readonly<Record<string, unknown>>;

export interface StrictReader {
  /** The first request of a session, without credentials: the answer must ask for a user and a password. */
  probe(): Promise<void>;
  serviceDocument(): Promise<readonly string[]>;
  metadata(): Promise<Model>;
  /** Rows of a set, over all pages. */
  rows(model: Model, path: string): Promise<Row[]>;
  /** The error of a request that is refused. */
  error(path: string, status: number): Promise<{code: string; message: string}>;
}

/** @param root address as the user typed it; @param token goes as the password */
export function createStrictReader(root: string, token: string, send: Send): StrictReader {
  const credentials = {Authorization: `Basic ${Buffer.from(`user:${token}`).toString("base64")}`};
  const get = (url: string) => send(url, {...EXCEL_HEADERS, ...credentials});

  return {
    async probe() {
      for (const headers of [EXCEL_HEADERS, {...EXCEL_HEADERS, Authorization: "Bearer "}]) {
        const response = await send(root, headers);
        hold(response.status === 401, "the dialog for credentials opens at 401 alone", String(response.status));
        hold(/^Basic /.test(response.headers.get("www-authenticate") ?? ""), "Basic is offered");
        holdVersion(response);
        holdError(await response.json());
      }
    },
    async serviceDocument() {
      const json = await readJson(await get(root));
      const {"@odata.context": context, value, ...rest} = json;
      hold(
        isAbsolute(context) && String(context).endsWith("/$metadata"),
        "the service document has a context",
        String(context),
      );
      hold(
        Object.keys(rest).every((name) => name.startsWith("@")),
        "nothing else is there",
        Object.keys(rest).join(),
      );
      hold(Array.isArray(value), "its value is a list");
      return (value as Row[]).map(({name, kind, url, ...more}) => {
        hold(typeof name === "string" && typeof url === "string", "a set has a name and an address");
        hold(kind === undefined || kind === "EntitySet", "of a kind that is read", String(kind));
        hold(Object.keys(more).length === 0, "and nothing else", Object.keys(more).join());
        return name as string;
      });
    },
    async metadata() {
      const response = await get(`${root.replace(/\/+$/, "")}/$metadata`);
      hold(response.status === 200, "$metadata is there", String(response.status));
      hold(/^application\/xml/.test(response.headers.get("content-type") ?? ""), "$metadata is XML");
      holdVersion(response);
      return readModel(await response.text());
    },
    async rows(model, path) {
      const rows: Row[] = [];
      let url: string | null = `${root.replace(/\/+$/, "")}/${path}`;
      while (url !== null) {
        const json = await readJson(await get(url));
        rows.push(...readRows(json, model));
        url = nextLink(json);
      }
      return rows;
    },
    async error(path, status) {
      const response = await get(`${root.replace(/\/+$/, "")}/${path}`);
      hold(response.status === status, "the request is refused", String(response.status));
      holdVersion(response);
      return holdError(await response.json());
    },
  };
}

function hold(holds: boolean, rule: string, found = ""): void {
  if (!holds) throw new StrictFault(found === "" ? rule : `${rule}: ${found}`);
}

function holdVersion(response: Response): void {
  const version = response.headers.get("odata-version");
  hold(version === "4.0", "OData-Version is 4.0, once", String(version));
}

async function readJson(response: Response): Promise<Row> {
  hold(response.status === 200, "the answer is 200 without a redirect", `${response.status} ${await peek(response)}`);
  const type = response.headers.get("content-type") ?? "";
  hold(/^application\/json;.*odata\.metadata=minimal/.test(type), "a supported MIME type could not be found", type);
  hold(["gzip", "deflate", null].includes(response.headers.get("content-encoding")), "a coding that was asked for");
  holdVersion(response);
  return (await response.json()) as Row;
}

async function peek(response: Response): Promise<string> {
  return response.status === 200 ? "" : (await response.clone().text()).slice(0, 300);
}

function isAbsolute(address: unknown): boolean {
  return typeof address === "string" && /^https?:\/\//.test(address) && URL.canParse(address);
}

function readRows(json: Row, model: Model): Row[] {
  const [first] = Object.keys(json);
  hold(first === "@odata.context", "the context comes first", first);
  const context = String(json["@odata.context"]);
  hold(isAbsolute(context), "the context is absolute", context);
  const [, set = "", list] = /\$metadata#(\w+)(?:\(([\w,]+)\))?$/.exec(context) ?? [];
  const entity = model.get(set);
  hold(entity !== undefined, "the context names a set of $metadata", context);
  const {columns} = entity!;
  const wanted = list === undefined ? [...columns.keys()] : list.split(",");
  for (const name of Object.keys(json)) {
    hold(
      ["@odata.context", "@odata.count", "@odata.nextLink", "value"].includes(name),
      "a feed has no such member",
      name,
    );
  }
  hold(Array.isArray(json["value"]), "the value of a feed is a list");
  const rows = json["value"] as Row[];
  for (const row of rows) {
    for (const name of Object.keys(row)) hold(columns.has(name), "a row has only what $metadata declares", name);
    for (const name of wanted) hold(name in row, "a row has everything that was asked for", name);
    for (const name of wanted) holdValue(name, columns.get(name)!, row[name]);
  }
  return rows;
}

function holdValue(name: string, {type, nullable}: Column, value: unknown): void {
  const found = `${name}: ${JSON.stringify(value)}`;
  if (value === null) hold(nullable, "null only where it is declared", found);
  else if (type === "Edm.Double") hold(typeof value === "number", "an Edm.Double is a number", found);
  else if (type === "Edm.Date") hold(/^\d{4}-\d{2}-\d{2}$/.test(String(value)), "an Edm.Date is a date", found);
  else hold(typeof value === "string", `an ${type} is text`, found);
}

function nextLink(json: Row): string | null {
  const link = json["@odata.nextLink"];
  if (link === undefined) return null;
  hold(isAbsolute(link), "Invalid URI: the next link is absolute", String(link));
  return link as string;
}

const MEMBERS = ["code", "message", "target", "details", "innererror"];

function holdError(json: unknown): {code: string; message: string} {
  hold(
    typeof json === "object" && json !== null && Object.keys(json).join() === "error",
    "an error has one member",
    Object.keys(json as object).join(),
  );
  const {error} = json as {error: {code: string; message: string}};
  for (const name of Object.keys(error))
    hold(MEMBERS.includes(name) || name.startsWith("@"), "an error has no such member", name);
  hold(typeof error.code === "string" && typeof error.message === "string", "an error has code and message");
  return error;
}

const ANNOTATIONS = ["FilterFunctions", "InsertRestrictions", "UpdateRestrictions", "DeleteRestrictions"];
const TYPES = ["Edm.String", "Edm.Double", "Edm.Date"];

function readModel(xml: string): Model {
  hold(/<edmx:Edmx [^>]*Version="4\.0"/.test(xml), "CSDL 4.0");
  for (const word of [
    "NavigationProperty",
    "ComplexType",
    "EnumType",
    "OpenType",
    "Collection(",
    "Edm.Decimal",
    "Edm.DateTimeOffset",
  ]) {
    hold(!xml.includes(word), "the feed's metadata document appears to be invalid", word);
  }
  for (const [, term] of xml.matchAll(/<Annotation Term="Org\.OData\.Capabilities\.V1\.(\w+)"/g)) {
    hold(ANNOTATIONS.includes(term!), "an annotation that all readers take", term);
  }
  const types = new Map<string, {columns: ReadonlyMap<string, Column>; key: readonly string[]}>(
    [...xml.matchAll(/<EntityType Name="(\w+)">(.*?)<\/EntityType>/gs)].map(([, name, body = ""]) => {
      const columns = new Map(
        [...body.matchAll(/<Property ([^>]*)\/>/g)].map(([, attributes = ""]) => {
          const read = (one: string) => new RegExp(`${one}="([^"]*)"`).exec(attributes)?.[1];
          hold(TYPES.includes(read("Type") ?? ""), "a type that all readers take", read("Type"));
          return [read("Name")!, {type: read("Type")!, nullable: read("Nullable") !== "false"}] as const;
        }),
      );
      const key = [...body.matchAll(/<PropertyRef Name="(\w+)"/g)].map(([, one]) => one!);
      hold(
        key.length > 0 && key.every((one) => columns.get(one)?.nullable === false),
        "a key that is never null",
        name,
      );
      return [`Ryad.${name}`, {columns, key}] as const;
    }),
  );
  const sets = [...xml.matchAll(/<EntitySet Name="(\w+)" EntityType="([\w.]+)"/g)];
  hold(sets.length > 0, "there is a set");
  return new Map(sets.map(([, name, type]) => [name!, types.get(type!)!]));
}
