// What a finger and a small screen would not get on an open page: tables that scroll sideways inside their frame, a page wider than its screen,
// figures and days that break, targets too small for a finger.
//
// Folded sections are opened first, so that their content is measured too. A small target is a fault only if a finger can hit two targets: a
// circle of 24 pixels around it touches another one. A link within a sentence is as high as its line, and is no fault.
import type {Page} from "playwright-core";

const MEASURE = `(() => {
  const faults = [];
  const screen = document.documentElement.clientWidth;
  const told = (one) => {
    const name = one.tagName.toLowerCase() + [...one.classList].map((own) => "." + own).join("");
    return name + " “" + (one.textContent || one.ariaLabel || "").trim().replace(/\\s+/g, " ").slice(0, 40) + "”";
  };
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const width = document.documentElement.scrollWidth;
  if (width > screen) faults.push("the page is " + width + " wide");
  for (const one of document.querySelectorAll("main *")) {
    if (one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0) continue;
    if (!/auto|scroll/.test(getComputedStyle(one).overflowX)) continue;
    faults.push("scrolls sideways by " + (one.scrollWidth - one.clientWidth) + ": " + (one.ariaLabel ?? told(one)));
  }

  // of names and codes of files only the figures count that stand alone
  const FIGURE = /(?<![\\p{L}\\d_.-])[-+−]?\\d[\\d\\u00a0\\u202f.,]*\\d(?![\\p{L}\\d_-])/gu;
  const isOnOneLine = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size < 2;
  };
  const isSeen = (one) => one.checkVisibility({visibilityProperty: true});
  const broken = [...document.querySelectorAll("main :is(th, td, strong)")].filter((one) => {
    if (!isSeen(one)) return false;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement.closest("code") !== null) continue;
      if (text.parentElement.closest("time") !== null && !isOnOneLine(text, 0, text.length)) return true;
      for (const {index, 0: figure} of text.data.matchAll(FIGURE))
        if (!isOnOneLine(text, index, index + figure.length)) return true;
    }
    return false;
  });
  for (const one of broken.slice(0, 3)) faults.push("breaks: " + told(one) + ", as " + broken.length + " do");

  const isBlock = (one) => !/^(inline|contents)/.test(getComputedStyle(one).display);
  const isInSentence = (one) => {
    if (one.tagName !== "A" || getComputedStyle(one).display !== "inline") return false;
    let around = one.parentElement;
    while (!isBlock(around)) around = around.parentElement;
    const words = [];
    const enter = (parent) => {
      for (const child of parent.childNodes) {
        if (child.nodeType === 3) words.push(child.data);
        else if (child.nodeType === 1 && !child.matches("a, button, .unseen") && !isBlock(child)) enter(child);
      }
    };
    enter(around);
    return /\\p{L}{2,}/u.test(words.join(" "));
  };
  const boxOf = (one) => {
    const {left, top, right, bottom} = (one.matches("input") && one.labels?.length ? one.labels[0] : one).getBoundingClientRect();
    return {one, left, top, right, bottom, isSmall: right - left < 23.9 || bottom - top < 23.9};
  };
  const boxes = [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")]
    .filter((one) => isSeen(one) && one.closest(".unseen, .skip, .website, [inert]") === null)
    .map(boxOf)
    .filter(({left, right, top, bottom}) => right > left && bottom > top);
  const isNear = (circle, x, y, box) => {
    const dx = Math.max(box.left - x, 0, x - box.right);
    const dy = Math.max(box.top - y, 0, y - box.bottom);
    return Math.hypot(dx, dy) < circle - 0.1;
  };
  const middle = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];
  const crowded = boxes.filter((box) => {
    if (!box.isSmall || isInSentence(box.one)) return false;
    const [x, y] = middle(box);
    return boxes.some((other) => {
      if (other === box || box.one.contains(other.one) || other.one.contains(box.one)) return false;
      const [ox, oy] = middle(other);
      return isNear(12, x, y, other) || (other.isSmall && Math.hypot(ox - x, oy - y) < 23.9);
    });
  });
  const kinds = Map.groupBy(crowded, ({one}) => one.tagName + one.className + one.parentElement.tagName + one.parentElement.className);
  for (const alike of kinds.values()) {
    const {one, left, right, top, bottom} = alike[0];
    faults.push("crowded: " + told(one) + " in " + told(one.parentElement) + " is " + Math.round(right - left) + " × " + Math.round(bottom - top) + ", as " + alike.length + " are");
  }
  return faults;
})()`;

/** A phone, a tablet, a phone on its side, and a larger tablet. */
export const SCREENS = [
  {width: 360, height: 740},
  {width: 768, height: 1024},
  {width: 600, height: 360},
  {width: 834, height: 1112},
] as const;

/** The faults of the open page on all screens, each beginning with `what`. The page keeps its size. */
export async function narrowFaults(page: Page, what: string): Promise<string[]> {
  const size = page.viewportSize();
  const faults: string[] = [];
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    const own = (await page.evaluate(MEASURE)) as string[];
    faults.push(...own.map((fault) => `${what} ${screen.width}: ${fault}`));
  }
  if (size !== null) await page.setViewportSize(size);
  return faults;
}
