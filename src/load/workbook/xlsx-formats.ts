// Number formats of an .xlsx: the format code of each cell style, by the style's number.
import type {PackageParts} from "./package-parts.ts";
import {readXmlPart} from "./xml-part.ts";

/** The code for each style; a style that is not there is "General". */
export async function readNumberFormats(
  file: string,
  parts: PackageParts,
  part: string | null,
): Promise<readonly string[]> {
  const codes = new Map<number, string>(BUILT_IN);
  const styles: string[] = [];
  if (part === null || !parts.has(part)) return styles;
  let inStyles = false;
  await readXmlPart(file, part, parts.open(part), {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "General");
      else if (name === "cellXfs") inStyles = true;
      else if (name === "xf" && inStyles) styles.push(codes.get(Number(attributes["numFmtId"])) ?? "General");
    },
    close(name) {
      if (name === "cellXfs") inStyles = false;
    },
  });
  return styles;
}

/** Formats that files name by number alone (ECMA-376, part 1, 18.8.30), as far as they show decimals or dates. */
const BUILT_IN: readonly (readonly [number, string])[] = [
  [1, "0"],
  [2, "0.00"],
  [3, "#,##0"],
  [4, "#,##0.00"],
  [9, "0%"],
  [10, "0.00%"],
  [11, "0.00E+00"],
  [14, "dd.mm.yyyy"],
  [15, "d-mmm-yy"],
  [16, "d-mmm"],
  [17, "mmm-yy"],
  [18, "h:mm AM/PM"],
  [19, "h:mm:ss AM/PM"],
  [20, "h:mm"],
  [21, "h:mm:ss"],
  [22, "dd.mm.yyyy h:mm"],
  [37, "#,##0"],
  [38, "#,##0"],
  [39, "#,##0.00"],
  [40, "#,##0.00"],
  [45, "mm:ss"],
  [46, "[h]:mm:ss"],
  [47, "mm:ss.0"],
  [49, "@"],
];
