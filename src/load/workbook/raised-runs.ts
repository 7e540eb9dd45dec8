// A text without what is set above its line: footnote marks go, the power of a unit stays.
//
// FIX-rosstat-32: in "тыс. м" with a raised 3 the digit is no footnote: without it thousands of cubic metres are kilometres.

export interface TextRun {
  readonly text: string;
  readonly raised: boolean;
}

export function unraisedText(runs: readonly TextRun[]): string {
  let plain = "";
  let raised = "";
  const settle = () => {
    if (isPower(plain, raised)) plain += raised;
    raised = "";
  };
  for (const run of runs) {
    if (run.raised) raised += run.text;
    else if (run.text !== "") {
      settle();
      plain += run.text;
    }
  }
  settle();
  return plain;
}

/** A bare 2 or 3 behind a unit of length that no word makes square or cubic already. */
function isPower(before: string, raised: string): boolean {
  return /^[23]$/.test(raised.trim()) && LENGTH.test(before) && !POWER.test(before);
}

const LENGTH = /(?<![\p{L}\d])(?:[кдсм]?м|[kdcm]?m|метр[а-я]*)\.?$/iu;
const POWER = /(?:кв|куб)[а-я]*\.?\s*\S+$/i;
