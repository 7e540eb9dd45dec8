// A progress bar on a terminal; no output if standard error is not one.
const WIDTH = 30;

export interface Progress {
  /** Bytes read so far, of all. */
  readonly show: (done: number, total: number) => void;
  /** Erases the bar, so that a line can be written. */
  readonly clear: () => void;
}

export interface ProgressScreen {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** The bar of some work on standard error; erased at its end, whatever happens. */
export async function withProgress<T>(label: string, work: (show: Progress["show"]) => Promise<T>): Promise<T> {
  const progress = createProgress(label, process.stderr);
  try {
    return await work(progress.show);
  } finally {
    progress.clear();
  }
}

/** Draws only when the picture changes, so it costs nothing in a loop. */
export function createProgress(label: string, screen: ProgressScreen): Progress {
  if (screen.isTTY !== true) return {show: () => {}, clear: () => {}};
  let shown = "";
  return {
    show(done, total) {
      const share = total === 0 ? 1 : done / total;
      const filled = Math.round(share * WIDTH);
      const picture = `\r${label} [${"█".repeat(filled)}${"·".repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`;
      if (picture === shown) return;
      shown = picture;
      screen.write(picture);
    },
    clear() {
      if (shown !== "") screen.write("\r\u001b[K");
      shown = "";
    },
  };
}
