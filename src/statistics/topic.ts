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

/** A dataset with its published name. */
export interface DatasetOfTopics {
  readonly provider: string;
  readonly code: string;
  readonly name: string;
}

interface Phrase {
  readonly topic: string;
  readonly words: readonly PhraseWord[];
}

interface PhraseWord {
  readonly text: string;
  /** Any ending may follow. */
  readonly isStart: boolean;
}

/** A function that gives the codes of the topics of a dataset, in the order of the list. */
export function createTopicFinder(topics: readonly TopicWords[]): (dataset: DatasetOfTopics) => readonly string[] {
  const parents = new Map(topics.map(({code, parent}) => [code, parent]));
  const all = topics.flatMap(({code, phrases}) => phrases.map((phrase) => ({topic: code, words: phraseWords(phrase)})));
  const byLetter = Map.groupBy(all, ({words}) => words[0]?.text[0]);
  return ({provider, code, name}) => {
    const found = new Set<string>();
    for (const {code: topic, datasets} of topics)
      if (datasets.includes(`${provider}/${code}`) || datasets.includes(`${provider}/*`)) found.add(topic);
    const words = wordsIn(name);
    for (const [at, word] of words.entries())
      for (const phrase of byLetter.get(word[0]) ?? [])
        if (!found.has(phrase.topic) && standsAt(phrase, words, at)) found.add(phrase.topic);
    for (const topic of [...found])
      for (let above = parents.get(topic) ?? null; above !== null; above = parents.get(above) ?? null) found.add(above);
    return topics.flatMap(({code: topic}) => (found.has(topic) ? [topic] : []));
  };
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function phraseWords(phrase: string): PhraseWord[] {
  return phrase.split(" ").flatMap((part) => {
    const words = wordsIn(part);
    return words.map((text, at) => ({text, isStart: part.endsWith("*") && at === words.length - 1}));
  });
}

function standsAt({words: wanted}: Phrase, words: readonly string[], at: number): boolean {
  return wanted.every(({text, isStart}, nth) => {
    const word = words[at + nth];
    return isStart ? word?.startsWith(text) === true : word === text;
  });
}
