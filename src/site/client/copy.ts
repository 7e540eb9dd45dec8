// Buttons that copy: <button data-copy="id of an element" data-done="Copied">. They are hidden until this module runs, because they need a
// script.

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const source = document.getElementById(button.dataset["copy"] ?? "");
  // over plain HTTP a browser has a clipboard only for localhost
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
