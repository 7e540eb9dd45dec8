// Addresses of what belongs to one series.

export function seriesPath(key: string): string {
  return `/series/${encodeURIComponent(key)}`;
}

/** Values as a file: csv or xlsx. */
export function seriesFilePath(key: string, type: "csv" | "xlsx"): string {
  return `${seriesPath(key)}.${type}`;
}

/** Every estimate, for the drawing on the page. */
export function estimatesPath(key: string): string {
  return `${seriesPath(key)}/estimates.json`;
}

/** The chart as a drawing that stands alone. */
export function chartPath(key: string): string {
  return `/chart/${encodeURIComponent(key)}.svg`;
}

/** The same as a picture, for previews of links. */
export function picturePath(key: string): string {
  return `/chart/${encodeURIComponent(key)}.png`;
}

/** The chart as a page for a frame. */
export function embedPath(key: string): string {
  return `/embed/${encodeURIComponent(key)}`;
}

/** The same over all territories. */
export function territoriesPath(key: string): string {
  return `${seriesPath(key)}/territories`;
}
