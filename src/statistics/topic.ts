// Which topics a dataset has: those whose phrases are in its name, or that list its code, and the topics above these.
//
// A phrase is words side by side; `*` at the end of a word stands for any ending. Letters are compared in lower case.

export interface TopicWords {
  readonly code: string;
  readonly parent: string | null;
  readonly phrases: readonly string[];
  /** `provider/dataset`, or `provider/*`. */
  readonly datasets: readonly string[];
}

interface NamedDataset {
  readonly provider: string;
  readonly code: string;
  readonly name: string;
}

/** A function that gives the codes of the topics of a dataset, in the order of the list. */
export function createTopicFinder(topics: readonly TopicWords[]): (dataset: NamedDataset) => readonly string[] {
  const compiled = topics.map((topic) => ({...topic, pattern: patternOf(topic.phrases)}));
  const parents = new Map(topics.map(({code, parent}) => [code, parent]));
  return ({provider, code, name}) => {
    const found = new Set<string>();
    for (const {pattern, datasets, code: topic} of compiled) {
      const isNamed = pattern?.test(name.toLowerCase()) ?? false;
      if (!isNamed && !datasets.includes(`${provider}/${code}`) && !datasets.includes(`${provider}/*`)) continue;
      for (let at: string | null = topic; at !== null; at = parents.get(at) ?? null) found.add(at);
    }
    return topics.flatMap(({code: topic}) => (found.has(topic) ? [topic] : []));
  };
}

/** null: there are no phrases. */
function patternOf(phrases: readonly string[]): RegExp | null {
  if (phrases.length === 0) return null;
  const texts = phrases.map((phrase) => phrase.split(" ").map(wordPattern).join("[^\\p{L}\\p{N}]+"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join("|")})(?![\\p{L}\\p{N}])`, "u");
}

function wordPattern(word: string): string {
  const plain = word.replace(/\*$/, "").replace(/[.?+^$()[\]{}|\\*]/g, "\\$&");
  return word.endsWith("*") ? `${plain}[\\p{L}\\p{N}]*` : plain;
}
