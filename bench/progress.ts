// The current step of the run: one line that is overwritten on a terminal; without a terminal nothing is printed.
export interface Progress {
  show(text: string): void;
  clear(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\u001b[2K${text.slice(0, stream.columns - 1)}`);
  };
  return {show: write, clear: () => write("")};
}
