// A count with its thing in English: "1 release", "2 releases"; "1 series" and "2 series".
//
// A leaf file: whatever a person reads of a command says its counts by it. The wire has numbers.
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 || thing.endsWith("s") ? "" : "s"}`;
}
