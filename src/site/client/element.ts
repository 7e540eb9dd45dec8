// Elements that modules add to a page. It is a module of its own because each is a request: a comparison does not load the controls of a chart.

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
