// The tile map with scripts: the name and the value of a region below the map, under the pointer or after the first touch.
//
// A finger has no hover: its first touch tells, and the second one, or the told name, opens the series.

for (const map of document.querySelectorAll<HTMLElement>(".tile-map")) follow(map);

function follow(map: HTMLElement): void {
  const caption = document.createElement("p");
  caption.className = "tile-told";
  map.after(caption);
  let shown: Element | null = null;
  let isFinger = false;

  const tell = (event: Event): Element | null => {
    const tile = (event.target as Element).closest("a");
    if (tile !== null && tile !== shown) {
      shown = tile;
      const link = document.createElement("a");
      link.href = tile.getAttribute("href") ?? "";
      link.textContent = wordsOf(tile);
      caption.replaceChildren(link);
    }
    return tile;
  };
  map.addEventListener("pointerdown", ({pointerType}) => {
    isFinger = pointerType === "touch";
  });
  map.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") tell(event);
  });
  map.addEventListener("focusin", (event) => {
    if (!isFinger) tell(event);
  });
  map.addEventListener("click", (event) => {
    const before = shown;
    if (tell(event) !== before && isFinger) event.preventDefault();
    // the keys Enter and Space send a click without a pointer
    isFinger = false;
  });
}

/** The name begins with the letters on the tile, which say nothing here. */
function wordsOf(tile: Element): string {
  const letters = tile.querySelector("text")?.textContent ?? "";
  return (tile.getAttribute("aria-label") ?? "").slice(letters.length).trim();
}
