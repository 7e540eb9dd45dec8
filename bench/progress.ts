// What the run is doing at the moment: one line that is written over on a terminal, and nothing where there is none.
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
