// Words that say nothing of what is looked for: they are left out of a question, unless it holds nothing else.
//
// Single Russian letters are among them (`в`, `с`, `г.`); single Latin ones and digits are codes.

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || (word.length === 1 && word >= "а" && word <= "я");
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "во на по из для ко от до за об обо ни ли же бы но или либо что чем как это этот эта при над под между через про " +
    "из-за сколько какой какая какое какие каков какова каково каковы какого какой-либо где когда почему кто кого куда чему чего чей чья чье " +
    "равен равна равно есть ли был была было были будет их его ее им ей мне нам нас тот та те том том-то так также " +
    "a an the of in on at for to and or by from with is are was were be what which how much many does do s тч"
  ).split(" "),
);
