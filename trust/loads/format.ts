// A release of one format whose file the tests damage, and the release before it.

/** Bytes by the name of the file. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface CutFormat {
  readonly name: string;
  /** A text that looks whole at every line's end: a first load that ends there can't be told from a whole one. */
  readonly open: boolean;
  /** Of several files a folder is loaded; the one that is cut comes first. */
  readonly release: Files;
  readonly before: Files;
  /** The file does not say when it was published. */
  readonly untold?: true;
  readonly dataset?: string;
  readonly provider?: string;
  /** Loaded with a descriptor that the program proposes: only a person may publish it. */
  readonly proposed?: true;
}

/** Both releases as one file of text. */
export const ofText = (name: string, whole: string, before: string) => ({
  release: {[name]: whole},
  before: {[name]: before},
});
