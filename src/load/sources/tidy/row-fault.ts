// What keeps a row from being read: the column, the reason, and the text that stands there.

export interface RowFault {
  readonly column: string | null;
  readonly reason: string;
  readonly text: string;
}
