// Metrics as Prometheus reads them, text form 0.0.4, for what is read anew at every scrape and kept nowhere.
//
// Written by hand: a registry would hold three samples a dataset, and forget none when its dataset is dropped.
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly labels: readonly string[];
}

export interface Sample {
  /** Values of the family's labels, in their order. */
  readonly labels: readonly string[];
  readonly value: number;
}

/** The lines of one family; only HELP and TYPE when there are no samples. */
export function familyText({name, help, type, labels}: Family, samples: readonly Sample[]): string {
  let text = `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
  for (const sample of samples) {
    const pairs = labels.map((label, place) => `${label}="${escapeLabel(sample.labels[place] ?? "")}"`);
    text += `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${sample.value}\n`;
  }
  return text;
}

function escapeLabel(text: string): string {
  return /[\\"\n]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : text;
}
