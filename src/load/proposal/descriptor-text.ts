// A descriptor as the text that a person corrects: a list or an object that fits into a line is one.
//
// It is the JSON of the descriptor, byte for byte but for its blanks.

const WIDTH = 120;

export function descriptorText(descriptor: object): string {
  return textOf(descriptor, "", "");
}

/** @param before what is in the line already */
function textOf(value: unknown, indent: string, before: string): string {
  const line = inLine(value);
  const fits = indent !== "" && indent.length + before.length + line.length < WIDTH;
  if (fits || typeof value !== "object" || value === null || line.length === 2) return line;
  const inner = `${indent}  `;
  const lines = members(value).map(([name, one]) => `${inner}${name}${textOf(one, inner, name)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function inLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inside = members(value)
    .map(([name, one]) => `${name}${inLine(one)}`)
    .join(", ");
  return Array.isArray(value) ? `[${inside}]` : `{${inside}}`;
}

/** With their names as they are before the values. */
function members(value: object): [name: string, one: unknown][] {
  if (Array.isArray(value)) return value.map((one) => ["", one]);
  return Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [[`${JSON.stringify(name)}: `, one]],
  );
}
