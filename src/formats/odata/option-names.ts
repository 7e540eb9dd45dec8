// The names of query options. A system option may be written in any case and without its `$`, as OData 4.01 has it (11.2.6): `top=5` that
// is ignored would give more rows than were meant, or another sum.

/** Those of OData 4.01, also the ones that this service does not support. */
const SYSTEM_OPTIONS: ReadonlySet<string> = new Set(
  "apply compute count deltatoken expand filter format id index levels orderby schemaversion search select skip skiptoken top".split(
    " ",
  ),
);

/** `$top` for `$top`, `top`, `$Top` and `TOP`; a name with `$` that no system option has, as it is; null: no system option. */
export function systemOption(name: string): string | null {
  const bare = name.replace(/^\$/, "").toLowerCase();
  if (SYSTEM_OPTIONS.has(bare)) return `$${bare}`;
  return name.startsWith("$") ? name : null;
}
