// The chart of a series page, with scripts: zoom, crosshair, scale, per cent of a base, and a slider through the vintages.
//
// The server's drawing stays until everything is loaded; if something is missing, it remains.
import {readChartState, withState} from "./chart-address.ts";
import {fetchEstimates, type ShownEstimates, type Values, valuesAtVintage} from "./chart-columns.ts";
import {type ControlWords, createControls} from "./chart-controls.ts";
import {drawLinesChart, type LinesChart} from "./chart-lines.ts";
import {fewDigits} from "./few-digits.ts";
import {type Clipping, clippingOf, edgesWithRoom} from "./outliers.ts";
import {localDay, localNumber, localPeriod, roundedText} from "./period-words.ts";
import {DAY_SECONDS, isoDay} from "./time-marks.ts";

const figure = document.querySelector<HTMLElement>("figure.series-chart");
if (figure !== null) await start(figure);

async function start(figure: HTMLElement): Promise<void> {
  const {
    source,
    frequency = "M",
    gap,
    asOf,
    level,
    words: wordsText = "{}",
    marks = "[]",
    bands = "[]",
    since: sinceText,
    stepped,
  } = figure.dataset;
  if (source === undefined) return;
  const estimates = await fetchEstimates(source);
  const words = JSON.parse(wordsText) as ControlWords;
  const since = sinceText === undefined ? null : Number(sinceText);
  const latest = estimates.vintages.length - 1;
  const query = readChartState(new URLSearchParams(location.search));
  const known = query.vintage ?? asOf;
  const first = known ? lastVintageBy(estimates, known) : latest;
  const pageVintage = asOf ? lastVintageBy(estimates, asOf) : latest;
  const newest = valuesAtVintage(estimates, latest);
  const isPositive = newest.value.every((value) => value === null || value > 0);
  const controls = createControls(figure, {
    words,
    vintages: estimates.vintages.map((day) => ({day: isoDay(day), text: localDay(day)})),
    vintage: first,
    // a part without a value would be an empty chart
    state: inSight(newest, null, query.zoom).some((value) => value !== null) ? query : {...query, zoom: null},
    periods: newest.period
      .filter((first) => since === null || first >= since)
      .map((first) => ({first, text: localPeriod(first, frequency)})),
    mayBeLogarithmic: isPositive,
    mayBeBased: isPositive && level !== undefined,
  });

  let chart: LinesChart | null = null;
  let clipping: Clipping | null = null;
  function draw(): void {
    const {vintage, base, isLogarithmic, range, zoom, isWhole} = controls.state();
    const shown = based(valuesAtVintage(estimates, vintage), base, since);
    const seen = inSight(shown, range, zoom);
    const found = isLogarithmic ? null : clippingOf(seen, indexOfDay(shown, since));
    controls.offerWhole(found !== null);
    clipping = isWhole ? null : found;
    const faint = vintage === latest ? null : based(newest, base, since);
    chart?.destroy();
    chart = drawLinesChart(controls.canvas, {
      lines: faint === null ? [shown] : [shown, faint],
      gapDays: Number(gap ?? 31),
      since,
      frequency,
      isLogarithmic,
      isStepped: stepped !== undefined,
      marks: JSON.parse(marks) as {day: number; text: string}[],
      bands: JSON.parse(bands) as [number, number][],
      range,
      zoom,
      limits: clipping && edgesWithRoom(seen, clipping),
      zoomed(chosen) {
        controls.keepZoom(chosen);
        keepAddress();
      },
      describeRow: (row) => tell(shown, row),
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
          ? localNumber(fewDigits(value))
          : `${roundedText(value)} %`;
    controls.caption.textContent = [
      values.period[at] === undefined ? "" : `${localPeriod(values.period[at], frequency)}: ${text}`,
      vintage === latest ? "" : words.dashed,
      row === null ? beyondText(values) : "",
    ]
      .filter((part) => part !== "")
      .join(" · ");
  }

  /** How many values are beyond the edge, and the farthest of them. */
  function beyondText({period, value}: Values): string {
    if (clipping === null) return "";
    const farthest = clipping.beyond.reduce((best, at) => (Math.abs(value[at]!) > Math.abs(value[best]!) ? at : best));
    const [before, last] = words.beyond;
    return `${before} ${clipping.beyond.length}, ${last} ${localNumber(fewDigits(value[farthest]!))} (${localPeriod(period[farthest]!, frequency)})`;
  }

  function keepAddress(): void {
    const {vintage, ...chosen} = controls.state();
    const day = vintage === latest || vintage === pageVintage ? null : isoDay(estimates.vintages[vintage]!);
    history.replaceState(null, "", withState(new URL(location.href), {...chosen, vintage: day}));
    takeAlong();
  }

  /** The pictures and the code to embed show the chosen part too. */
  function takeAlong(): void {
    const {range, zoom} = controls.state();
    const whole = {isLogarithmic: false, base: null, vintage: null, isWhole: false};
    const inPart = (address: string): string =>
      withState(new URL(address, location.href), {...whole, range, zoom}).href;
    for (const link of document.querySelectorAll<HTMLAnchorElement>(".pictures a")) link.href = inPart(link.href);
    const code = document.querySelector("#embed-code");
    if (code === null) return;
    const text = (code.textContent ?? "").replace(/(?<=src=")[^"]+/, (address) =>
      inPart(address.replaceAll("&amp;", "&")).replaceAll("&", "&amp;"),
    );
    // an address may break between its parts, as in the code of the server
    const parts = text.split(/(?<=[^/:]\/|[?&])/);
    code.replaceChildren(...parts.flatMap((part, at) => (at === 0 ? [part] : [document.createElement("wbr"), part])));
  }

  controls.onChange(() => {
    draw();
    keepAddress();
  });
  // the canvas gets its colours when it is drawn: printing and another theme need other colours
  for (const media of ["print", "(prefers-color-scheme: dark)"]) matchMedia(media).addEventListener("change", draw);
  draw();
  for (const drawn of figure.querySelectorAll(".plot, .beyond")) drawn.remove();
}

/** The values in the shown part; outside of it null, so that places stay. */
function inSight(
  {period, value}: Values,
  range: number | null,
  zoom: readonly [number, number] | null,
): (number | null)[] {
  const last = period.at(-1) ?? 0;
  const [from, to] =
    zoom !== null
      ? zoom.map((second) => second / DAY_SECONDS)
      : [range === null ? Number.NEGATIVE_INFINITY : last - range * 365.25, Number.POSITIVE_INFINITY];
  return value.map((one, at) => (period[at]! >= from! && period[at]! <= to! ? one : null));
}

/** The place of the first value since the day; 0: no day is given. */
function indexOfDay({period}: Values, since: number | null): number {
  return since === null ? 0 : period.findIndex((day) => day >= since);
}

function lastVintageBy({vintages}: ShownEstimates, day: string): number {
  return vintages.findLastIndex((vintage) => isoDay(vintage) <= day);
}

/** Each value in per cent of the base period's; unchanged without a base. Values on both sides of a new unit of account have no ratio. */
function based({period, value}: Values, base: number | null, since: number | null): Values {
  const divisor = base === null || (since !== null && base < since) ? null : value[period.indexOf(base)];
  if (divisor === null || divisor === undefined || divisor <= 0) return {period, value};
  const isShown = (at: number): boolean => since === null || period[at]! >= since;
  return {period, value: value.map((one, at) => (one === null || !isShown(at) ? null : (one / divisor) * 100))};
}
