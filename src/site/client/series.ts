// The chart of a series page, with scripts: zoom, crosshair, scale, per cent of a base, and a slider through the vintages.
//
// The server's drawing stays until everything is loaded; if something is missing, it remains.
import {type ControlWords, createControls} from "./chart-controls.ts";
import {drawLines, type LinesChart} from "./chart-lines.ts";
import {type Estimates, fetchEstimates, type Values, valuesOf} from "./estimates.ts";
import {fewDigits} from "./few-digits.ts";
import {dayWords, isoDay, numberText, periodWords, roundedText} from "./period-words.ts";

const figure = document.querySelector<HTMLElement>("figure.series-chart");
if (figure !== null) await start(figure);

async function start(figure: HTMLElement): Promise<void> {
  const {source, frequency = "M", gap, asOf, level, words: wordsText = "{}", marks = "[]"} = figure.dataset;
  if (source === undefined) return;
  const estimates = await fetchEstimates(source);
  const words = JSON.parse(wordsText) as ControlWords;
  const latest = estimates.vintages.length - 1;
  const asked = asOf ? lastVintageBy(estimates, asOf) : latest;
  const newest = valuesOf(estimates, latest);
  const isPositive = newest.value.every((value) => value === null || value > 0);
  const controls = createControls(figure, {
    words,
    vintages: estimates.vintages.map((day) => ({day: isoDay(day), text: dayWords(day)})),
    vintage: asked,
    periods: newest.period.map((first) => ({first, text: periodWords(first, frequency)})),
    mayBeLogarithmic: isPositive,
    mayBeBased: isPositive && level !== undefined,
  });

  let chart: LinesChart | null = null;
  function draw(): void {
    const {vintage, base, isLogarithmic, range, zoom} = controls.state();
    const shown = based(valuesOf(estimates, vintage), base);
    const faint = vintage === latest ? null : based(newest, base);
    chart?.destroy();
    chart = drawLines(controls.canvas, {
      lines: faint === null ? [shown] : [shown, faint],
      gapDays: Number(gap ?? 31),
      frequency,
      isLogarithmic,
      marks: JSON.parse(marks) as {day: number; text: string}[],
      range,
      zoom,
      zoomed: controls.keepZoom,
      told: (row) => tell(shown, row),
    });
    tell(shown, null);
  }

  function tell(values: Values, row: number | null): void {
    const {base, vintage} = controls.state();
    const at = row ?? values.value.length - 1;
    const value = values.value[at];
    const text =
      value === null || value === undefined
        ? "—"
        : base === null
          ? numberText(fewDigits(value))
          : `${roundedText(value)} %`;
    controls.told.textContent = [
      values.period[at] === undefined ? "" : `${periodWords(values.period[at], frequency)}: ${text}`,
      vintage === latest ? "" : words.dashed,
    ]
      .filter((part) => part !== "")
      .join(" · ");
  }

  controls.onChange(draw);
  // the canvas gets its colours when it is drawn: printing and another theme need other colours
  for (const media of ["print", "(prefers-color-scheme: dark)"]) matchMedia(media).addEventListener("change", draw);
  draw();
  figure.querySelector(".plot")?.remove();
  document.querySelector("form.vintage")?.remove();
}

function lastVintageBy({vintages}: Estimates, day: string): number {
  return vintages.findLastIndex((vintage) => isoDay(vintage) <= day);
}

/** Each value in per cent of the base period's; unchanged without a base. */
function based({period, value}: Values, base: number | null): Values {
  const divisor = base === null ? null : value[period.indexOf(base)];
  if (divisor === null || divisor === undefined || divisor <= 0) return {period, value};
  return {period, value: value.map((one) => (one === null ? null : (one / divisor) * 100))};
}
