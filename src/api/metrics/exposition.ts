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
  /** As `labelText` gives them; empty when the family has none. */
  readonly labels: string;
  readonly value: number;
}

/** The labels of a sample, which samples of several families may share; `values` in the order of the family's labels. */
export function labelText(labels: Family["labels"], values: readonly string[]): string {
  return `{${labels.map((label, place) => `${label}="${escapeLabel(values[place] ?? "")}"`).join(",")}}`;
}

/** The lines of one family; only HELP and TYPE when there are no samples. */
export function familyText({name, help, type}: Omit<Family, "labels">, samples: readonly Sample[]): string {
  let text = `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
  for (const {labels, value} of samples) text += `${name}${labels} ${value}\n`;
  return text;
}

function escapeLabel(text: string): string {
  return /[\\"\n]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : text;
}
