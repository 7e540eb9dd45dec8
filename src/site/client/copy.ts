// Buttons that copy: <button data-copy="id of an element" data-done="Copied">. Hidden until here, since without a script they could do nothing.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const source = document.getElementById(button.dataset["copy"] ?? "");
  // over plain HTTP, but for this very machine, a browser has no clipboard to offer
  if (source === null || navigator.clipboard === undefined) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText((source.textContent ?? "").trim());
    button.textContent = button.dataset["done"] ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
