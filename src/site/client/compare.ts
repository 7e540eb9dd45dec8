// The charts of a comparison with scripts: one crosshair over all of them, with the values of its period in one box, by mouse, finger and
// keyboard. In small charts each value is beside its name, and the box has the period.
//
// Until the values are here, or without them, the page stays as the server drew it.

import {rowByKey} from "./chart-columns.ts";
import {type ComparedValues, type FollowedLine, valueAround} from "./compared-values.ts";
import {computedDigits} from "./computed-digits.ts";
import {fewDigits} from "./few-digits.ts";
import {lineClass} from "./line-class.ts";
import {element, localNumber, localPeriod, roundedText} from "./period-words.ts";

interface Words {
  readonly latest: string;
  readonly none: string;
  readonly keys: string;
}

const charts = document.querySelector<HTMLElement>(".compare-charts");
walkResults();
if (charts?.dataset["source"] !== undefined) await start(charts, charts.dataset["source"]);

async function start(charts: HTMLElement, source: string): Promise<void> {
  const answer = await fetch(source);
  if (!answer.ok) return;
  const {days, lines, isIndex} = (await answer.json()) as ComparedValues;
  const words = JSON.parse(charts.dataset["words"] ?? "{}") as Words;
  const plots = [...charts.querySelectorAll<HTMLElement>(".plot[data-days]")].map(createPlot);
  const rows = [...new Set(Object.values(days).flat())].sort((one, other) => one - other);
  if (plots.length === 0 || rows.length === 0) return;
  const small = [...charts.querySelectorAll<HTMLElement>("figure.small")].map((figure) => ({
    line: lines[Number(figure.dataset["line"])]!,
    value: figure.querySelector<HTMLElement>(".small-value"),
  }));
  const finest = [..."DWMQA"].find((frequency) => frequency in days)!;
  const isMixed = Object.keys(days).length > 1;
  const box = charts.querySelector(".crosshair-box")!;
  let row: number | null = null;

  const textOf = (line: FollowedLine, day: number | null): string => {
    const found = valueAround(line, days[line.frequency]!, day);
    if (found === null) return words.none;
    const text = isIndex
      ? `${roundedText(found.value)} %`
      : localNumber(line.computed === null ? fewDigits(found.value) : computedDigits(found.value, line.computed));
    // a rate of Friday, or a quarter around a month, has its own period; so has a latest value
    const isOther = day === null || found.first !== day || (isMixed && line.frequency !== finest);
    return isOther ? `${text} (${localPeriod(found.first, line.frequency)})` : text;
  };
  function show(to: number | null): void {
    row = to;
    const day = to === null ? null : rows[to]!;
    for (const plot of plots) plot.mark(day);
    const head = element("strong");
    head.textContent = day === null ? words.latest : localPeriod(day, finest);
    const cells = small.length > 0 ? [] : lines.map((line, at) => cell(line, at, textOf(line, day), words.none));
    box.replaceChildren(head, ...cells);
    for (const {line, value} of small) if (value !== null) value.textContent = textOf(line, day);
  }

  charts.tabIndex = 0;
  charts.setAttribute("role", "group");
  charts.setAttribute("aria-label", words.keys);
  charts.addEventListener("keydown", (event) => {
    if (event.target !== charts) return;
    const all = [...rows.keys()];
    const to = event.key === "Escape" ? null : rowByKey(event.key, all, row);
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  for (const plot of plots) {
    const follow = (event: PointerEvent): void => show(nearest(rows, plot.dayAt(event.clientX)));
    for (const name of ["pointermove", "pointerdown"] as const) plot.element.addEventListener(name, follow);
    plot.element.addEventListener("pointerleave", ({pointerType}) => pointerType === "mouse" && show(null));
  }
  addEventListener("resize", () => row !== null && show(row));
  charts.dataset["ready"] = "";
}

interface Plot {
  readonly element: HTMLElement;
  dayAt(x: number): number;
  /** @param day null: none */
  mark(day: number | null): void;
}

/** A chart with its crosshair. The width of its drawing changes with the window. */
function createPlot(plot: HTMLElement): Plot {
  const lines = plot.querySelector(".plot-lines")!;
  const [first = 0, last = 0] = (plot.dataset["days"] ?? "").split(",").map(Number);
  const hair = element("span", "crosshair");
  hair.hidden = true;
  plot.append(hair);
  return {
    element: plot,
    dayAt(x) {
      const {left, width} = lines.getBoundingClientRect();
      return first + ((x - left) / width) * (last - first);
    },
    mark(day) {
      const isShown = day !== null && day >= first && day <= last;
      hair.hidden = !isShown;
      if (!isShown) return;
      const {left, width} = lines.getBoundingClientRect();
      const share = (day - first) / (last - first);
      hair.style.left = `${left - plot.getBoundingClientRect().left + share * width}px`;
    },
  };
}

/** The place of the day that is nearest. @param days ascending */
function nearest(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! < day) low = middle + 1;
    else high = middle;
  }
  return low > 0 && day - days[low - 1]! < days[low]! - day ? low - 1 : low;
}

/** @param none the text of a line without a value */
function cell({name, unit}: FollowedLine, at: number, value: string, none: string): HTMLElement {
  const made = element("span", "crosshair-value");
  const text = element("b");
  text.textContent = value;
  made.append(
    element("span", `sample ${lineClass(at)}`),
    `${name}: `,
    text,
    unit === "%" || unit === "" || value === none ? "" : ` ${unit}`,
  );
  return made;
}

/** The arrow keys lead from the field to the series that are offered, and along them. */
function walkResults(): void {
  const form = document.querySelector("#search");
  const results = document.querySelector("#results");
  const step = (event: Event): void => {
    const {key, target} = event as KeyboardEvent;
    const by = {ArrowDown: 1, ArrowUp: -1}[key];
    const links = [...(results?.querySelectorAll("a") ?? [])];
    if (by === undefined || links.length === 0) return;
    const field = form?.querySelector<HTMLElement>("#q") ?? null;
    const to = [field, ...links][(target === field ? 0 : links.indexOf(target as HTMLAnchorElement) + 1) + by];
    if (to == null) return;
    event.preventDefault();
    to.focus();
  };
  form?.querySelector("#q")?.addEventListener("keydown", step);
  results?.addEventListener("keydown", step);
}
