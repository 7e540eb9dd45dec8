// A count with its noun in English: "1 release", "2 releases"; "1 series", "2 series".
//
// The texts of all commands use it. JSON has plain numbers.
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 || thing.endsWith("s") ? "" : "s"}`;
}
