// The addresses of the card of a release. The number of a release is never given to another one.

export const releasesFeedPath = "/releases.atom";

export function releasePath(id: number): string {
  return `/releases/${id}`;
}

/** The card as a picture, for previews of links. */
export function releasePicturePath(id: number, type: "svg" | "png"): string {
  return `${releasePath(id)}.${type}`;
}
