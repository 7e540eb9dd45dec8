// Where a value of a tidy package stands: the line on which its row begins, and its cell among those of the row.
//
// One origin for all rows of a file. It reads the scanner's present row when it is asked, and costs nothing when nobody asks.
import type {Origin} from "../../source.ts";
import type {CsvScanner} from "./csv-scanner.ts";

/** @param cell place of the value's column, from 0 */
export function cellOrigin(file: string, scanner: CsvScanner, cell: number): Origin {
  return {
    explain() {
      const {bytes, start, end, line} = scanner;
      const raw = new TextDecoder().decode(bytes.subarray(start[cell], end[cell]));
      return {locator: {file, sheet: null, cell: null, line, column: cell + 1, element: null}, raw, steps: []};
    },
  };
}
