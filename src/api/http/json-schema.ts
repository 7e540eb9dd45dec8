// Converts the routes' typebox schemas to OpenAPI 3.1: null in the list of types, and named schemas as components.
//
// Schemas are compared by identity, not by content: two equal schemas are two components.

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaRegistry {
  /** The schema in the document: a reference if it has a name. */
  describe(schema: object): JsonSchema;
  /** Every named schema described so far, by name. */
  components(): Record<string, JsonSchema>;
}

/** `names`: the schemas that become components. */
export function createSchemaRegistry(names: ReadonlyMap<object, string>): SchemaRegistry {
  const components = new Map<string, JsonSchema>();

  function describe(schema: object): JsonSchema {
    const name = names.get(schema);
    if (name === undefined) return translate(schema as JsonSchema);
    if (!components.has(name)) components.set(name, translate(schema as JsonSchema));
    return {$ref: `#/components/schemas/${name}`};
  }

  function translate(schema: JsonSchema): JsonSchema {
    const {anyOf, properties, items, ...rest} = schema;
    const plain: Record<string, unknown> = {...rest};
    if (properties !== undefined) plain["properties"] = mapValues(properties as Record<string, object>, describe);
    if (items !== undefined) plain["items"] = describe(items as object);
    if (anyOf !== undefined) return {...joinTypes((anyOf as object[]).map(describe)), ...plain};
    return withType(plain);
  }

  return {
    describe,
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** `[{type: "string", pattern}, {type: "null"}]` → `{type: ["string", "null"], pattern}`; choices with more than types stay separate. */
function joinTypes(choices: readonly JsonSchema[]): JsonSchema {
  const isBare = (choice: JsonSchema): boolean =>
    typeof choice["type"] === "string" && Object.keys(choice).length === 1;
  const telling = choices.filter((choice) => !isBare(choice));
  const bare = choices.filter(isBare).map((choice) => choice["type"] as string);
  const [only] = telling;
  if (only === undefined) return {type: bare};
  if (telling.length > 1 || typeof only["type"] !== "string") return {anyOf: choices};
  const values = only["enum"] as unknown[] | undefined;
  return {
    ...only,
    type: [only["type"], ...bare],
    ...(values !== undefined && bare.includes("null") ? {enum: [...values, null]} : {}),
  };
}

/** typebox writes an enumeration without its type. */
function withType(schema: JsonSchema): JsonSchema {
  const values = schema["enum"] as readonly unknown[] | undefined;
  if (values === undefined || schema["type"] !== undefined) return schema;
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  return {type: types.length === 1 ? types[0] : types, ...schema};
}
