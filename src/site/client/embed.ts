// A frame on another site tells the page around it how high its content is, now and whenever that changes.
//
// The message has no data of a reader, so any page may hear it: {"ryad": "height", "height": 431}, in CSS pixels.

const content = document.body;
let sentHeight = 0;

function tell(): void {
  const height = Math.ceil(content.getBoundingClientRect().height);
  if (height === sentHeight || parent === window) return;
  sentHeight = height;
  parent.postMessage({ryad: "height", height}, "*");
}

new ResizeObserver(tell).observe(content);
addEventListener("load", tell);
tell();
