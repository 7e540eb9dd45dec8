// The controls of a chart: range, scale, base period, and the slider through the vintages. Made here, because they need scripts.
import type {ChartState} from "./chart-address.ts";
import type {Zoom} from "./chart-lines.ts";
import {element} from "./element.ts";
import {isoDay} from "./time-marks.ts";

export interface ControlWords {
  readonly linear: string;
  readonly log: string;
  readonly scale: string;
  readonly base: string;
  readonly noBase: string;
  readonly all: string;
  /** The texts of RANGES. */
  readonly years: readonly string[];
  readonly latest: string;
  readonly hint: string;
  /** The text before the day of a vintage. */
  readonly published: string;
  /** The text for the line of the latest values behind a past vintage. */
  readonly dashed: string;
  readonly take: string;
  /** The text of the box that shows outliers. */
  readonly whole: string;
  /** The texts around the number of values beyond the edge, and before the farthest one. */
  readonly beyond: readonly [before: string, farthest: string];
}

export interface ControlsGiven {
  readonly words: ControlWords;
  readonly vintages: readonly {readonly day: string; readonly text: string}[];
  /** The first shown vintage, as an index in `vintages`; -1: before all of them. */
  readonly vintage: number;
  readonly periods: readonly {readonly first: number; readonly text: string}[];
  readonly mayBeLogarithmic: boolean;
  /** The chart may be shown in per cent of a chosen period. */
  readonly mayBeBased: boolean;
  /** As the address of the page says. */
  readonly state: ChartState;
}

/** `vintage` is its index; the zoom goes before the range. */
export interface ControlState extends Omit<ChartState, "vintage"> {
  readonly vintage: number;
}

export interface Controls {
  readonly canvas: HTMLElement;
  readonly caption: HTMLElement;
  state(): ControlState;
  /** Keeps the part that a reader has chosen, and shows that no button describes it; null: the whole is shown. */
  keepZoom(zoom: Zoom | null): void;
  /** Whether there are outliers to show or to leave beyond the edge. */
  offerWhole(isOffered: boolean): void;
  onChange(listener: () => void): void;
}

/** The same as in a comparison (pages/compare). */
const RANGES = [1, 5, 10];
const DAYS_A_YEAR = 365.25;

export function createControls(figure: HTMLElement, given: ControlsGiven): Controls {
  const {words, vintages, periods, mayBeLogarithmic, mayBeBased, state} = given;
  let listener = (): void => {};
  let vintage = given.vintage;
  const span = (periods.at(-1)?.first ?? 0) - (periods[0]?.first ?? 0);
  const fits = (years: number): boolean => years * DAYS_A_YEAR < span;
  const fitting = RANGES.filter(fits);
  // An address may name a longer range than the series: that is the whole of it, not an empty beginning.
  let range = state.zoom === null && state.range !== null && fits(state.range) ? state.range : null;
  let zoom: Zoom | null = state.zoom;
  const change = (): void => listener();

  const bar = element("div", "chart-controls");
  if (fitting.length > 0) {
    const onRange = (years: number | null): void => {
      [range, zoom] = [years, null];
      change();
    };
    bar.append(rangeButtons(fitting, words, zoom === null ? range : undefined, onRange));
  }
  const scale = select([
    ["linear", words.linear],
    ["log", words.log],
  ]);
  if (mayBeLogarithmic && periods.length > 1) {
    bar.append(labelled(words.scale, scale));
    scale.value = state.isLogarithmic ? "log" : "linear";
  }
  const base = baseField(periods, words);
  if (mayBeBased && periods.length > 1) {
    bar.append(labelled(words.base, base));
    base.value = state.base === null ? "" : isoDay(state.base);
  }
  const whole = element("input");
  whole.type = "checkbox";
  whole.checked = state.isWhole;
  const wholeLabel = element("label");
  wholeLabel.append(whole, words.whole);
  wholeLabel.hidden = true;
  bar.append(wholeLabel);
  for (const one of [scale, base, whole]) one.addEventListener("change", change);

  const caption = element("p", "chart-told");
  caption.setAttribute("aria-live", "polite");
  const canvas = element("div", "chart-canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${figure.querySelector(".plot")?.getAttribute("aria-label") ?? ""} ${words.hint}`);
  canvas.title = words.hint;
  // a frame has no row of tools
  const tools = document.querySelector(".toolbar");
  tools?.querySelector(".chart-ranges")?.remove();
  if (tools === null) figure.append(bar);
  else tools.prepend(bar);
  // a phone folds all but the range
  tools?.querySelector(".more > div")?.append(...bar.querySelectorAll(":scope > label"));
  figure.append(caption, canvas);

  if (vintages.length > 1) {
    const onVintage = (index: number): void => {
      vintage = index;
      change();
    };
    figure.append(vintageSlider(given, onVintage));
  }

  return {
    canvas,
    caption,
    state: () => ({
      vintage,
      base: baseOf(base.value, periods),
      isLogarithmic: scale.value === "log",
      range,
      zoom,
      isWhole: whole.checked,
    }),
    offerWhole(isOffered) {
      wholeLabel.hidden = !isOffered;
    },
    keepZoom(chosen) {
      [range, zoom] = [null, chosen];
      const buttons = bar.querySelectorAll(".chart-ranges button");
      for (const [at, one] of [...buttons].entries())
        one.setAttribute("aria-pressed", String(chosen === null && at === buttons.length - 1));
    },
    onChange(given) {
      listener = given;
    },
  };
}

/** More periods than this are chosen by a date field: a list of ten thousand days is no choice. */
const MOST_OPTIONS = 400;

function baseField(periods: ControlsGiven["periods"], {noBase}: ControlWords): HTMLSelectElement | HTMLInputElement {
  if (periods.length <= MOST_OPTIONS)
    return select([["", noBase], ...periods.toReversed().map(({first, text}) => [isoDay(first), text] as const)]);
  const field = element("input");
  field.type = "date";
  [field.min, field.max] = [isoDay(periods[0]!.first), isoDay(periods.at(-1)!.first)];
  return field;
}

/** The first day of the last period that begins on the day or before; null: none. */
function baseOf(text: string, periods: ControlsGiven["periods"]): number | null {
  return text === "" ? null : (periods.findLast(({first}) => isoDay(first) <= text)?.first ?? null);
}

/**
 * A button for each range of years and one for all.
 * @param pressed the range of the pressed one; null: all; undefined: none
 */
function rangeButtons(
  fitting: readonly number[],
  words: ControlWords,
  pressed: number | null | undefined,
  onRange: (years: number | null) => void,
): HTMLElement {
  const group = element("span", "chart-ranges");
  const buttons = [...fitting, null].map((years) => {
    const button = element("button", "quiet");
    button.type = "button";
    button.textContent = years === null ? words.all : (words.years[RANGES.indexOf(years)] ?? "");
    button.setAttribute("aria-pressed", String(years === pressed));
    button.addEventListener("click", () => {
      for (const one of buttons) one.setAttribute("aria-pressed", String(one === button));
      onRange(years);
    });
    return button;
  });
  group.append(...buttons);
  return group;
}

/** The slider through the vintages, with the day of the vintage and a link to its page. */
function vintageSlider({words, vintages, vintage}: ControlsGiven, onVintage: (index: number) => void): HTMLElement {
  const row = element("div", "vintage-slider");
  const slider = element("input");
  slider.type = "range";
  slider.id = "vintage-slider";
  slider.min = "0";
  slider.max = String(vintages.length - 1);
  slider.value = String(Math.max(0, vintage));
  const label = element("label");
  label.htmlFor = slider.id;
  label.textContent = words.published;
  const output = element("output");
  output.htmlFor.add(slider.id);
  const take = element("a");
  take.textContent = words.take;
  const tell = (index: number): void => {
    const shown = vintages[index];
    const isLatest = index === vintages.length - 1;
    const text = shown === undefined ? "—" : shown.text + (isLatest ? ` (${words.latest})` : "");
    output.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    take.href = addressOf(isLatest ? null : (shown?.day ?? null));
    take.hidden = index === vintage;
  };
  slider.addEventListener("input", () => {
    tell(Number(slider.value));
    onVintage(Number(slider.value));
  });
  tell(vintage);
  row.append(label, slider, output, take);
  return row;
}

/** The address of the page for a vintage, with its tables and files. */
function addressOf(day: string | null): string {
  const address = new URL(location.href);
  for (const name of ["digest", "as_of"]) address.searchParams.delete(name);
  if (day !== null) address.searchParams.set("as_of", day);
  return address.href;
}

function select(options: readonly (readonly [string, string])[]): HTMLSelectElement {
  const made = element("select");
  made.append(...options.map(([value, text]) => new Option(text, value)));
  return made;
}

function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  const label = element("label");
  label.append(text, control);
  return label;
}
