// The rows of a text table: cells between tabs, quoted where they hold quotes or line ends, each row with the line it begins on.
export interface TextRow {
  /** From 1. */
  readonly line: number;
  /** Blanks of all kinds as one each; without blanks at the ends. */
  readonly cells: readonly string[];
}

export function* textRows(text: string): Generator<TextRow> {
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    cells.push(cell.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim());
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "\n") line++;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === "\t") endCell();
    else if (character === "\n") {
      endCell();
      yield {line: start, cells};
      cells = [];
      start = line;
    } else if (character !== "\r") cell += character;
  }
  if (cell !== "" || cells.length > 0) {
    endCell();
    yield {line: start, cells};
  }
}
