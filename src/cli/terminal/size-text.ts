// A number of bytes for people: "812 bytes", "3.4 MB".
const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** In powers of a thousand; one decimal below ten. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size.toFixed(size < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}
