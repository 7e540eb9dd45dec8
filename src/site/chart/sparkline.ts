// A line so small that it only tells the shape: beside a series that was found, or one of many in a row.
import {type Html, html} from "../widgets/html.ts";
import {type ChartLine, drawnLine, type Frame, frameOf, pathOf} from "./line-chart.ts";

const [WIDTH, HEIGHT] = [120, 32];
const MARGIN = 2;

/** @param frame shared by lines that are to be compared; its own where none is given */
export function sparkline(line: ChartLine, frame: Frame | null = frameOf([line])): Html | false {
  if (frame === null || line.points.length === 0) return false;
  const path = pathOf(line, frame, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, WIDTH / 2);
  return html`<svg class="chart spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><g transform="translate(${MARGIN} ${MARGIN})">${drawnLine(line.className, path)}</g></svg>`;
}
