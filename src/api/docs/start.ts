// Starts the browser of the document. It sends requests only to its own server: no validator badge, no address from the query.
//
// swagger-ui leaves some elements without a name or out of reach of the keyboard; this module corrects them each time it draws. The module
// runs in the browser; the server strips its types at start. It declares the parts of the page that it needs, and imports nothing from the
// server.

interface PageElement {
  readonly textContent: string;
  readonly dataset: Readonly<Record<string, string>>;
  closest(selector: string): PageElement;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
}

declare const document: {
  readonly documentElement: {readonly classList: {toggle(name: string, isOn: boolean): void}};
  getElementById(id: string): PageElement;
  querySelector(selector: string): {readonly href: string};
};
declare const MutationObserver: new (changed: () => void) => {observe(root: PageElement, what: object): void};
declare const SwaggerUIBundle: (options: object) => void;
declare const matchMedia: (query: string) => {
  readonly matches: boolean;
  addEventListener(event: "change", listener: () => void): void;
};
declare const addEventListener: (event: "load", listener: () => void) => void;

interface ReactLike {
  createElement(kind: unknown, props: object | null, ...children: unknown[]): unknown;
}

/** An answer has many headers, mostly the same: they are folded until a person opens them. */
function foldHeaders(Headers: unknown, {React}: {readonly React: ReactLike}) {
  const {createElement} = React;
  return (props: object) =>
    createElement(
      "details",
      {className: "headers"},
      createElement("summary", null, "Headers"),
      createElement(Headers, props),
    );
}

/** Selector → attributes that its elements must have. */
const ATTRIBUTES: readonly (readonly [string, (element: PageElement) => Readonly<Record<string, string>>])[] = [
  [
    "tr[data-param-name] :is(select, input)",
    (field) => ({"aria-label": field.closest("tr").dataset["paramName"] ?? ""}),
  ],
  [".examples-select-element", () => ({"aria-label": "Example"})],
  [".content-type", () => ({"aria-label": "Media type"})],
  [".close-modal", () => ({"aria-label": "Close"})],
  [".auth-btn-wrapper .authorize", (button) => ({"aria-label": button.textContent})],
  ["pre.microlight", () => ({tabindex: "0"})],
  [".information-container", () => ({role: "region", "aria-label": "About"})],
  [".modal-ux", () => ({role: "dialog", "aria-modal": "true", "aria-label": "Authorization"})],
  ["h3", () => ({"aria-level": "2"})],
  ["h4", () => ({"aria-level": "3"})],
  ["h5", () => ({"aria-level": "4"})],
];

function addAttributes(root: PageElement): void {
  for (const [selector, attributesOf] of ATTRIBUTES) {
    for (const element of root.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributesOf(element))) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
}

/** swagger-ui has dark colours for a class of the page; the reader's system decides. */
function followColours(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

followColours();

addEventListener("load", () => {
  const root = document.getElementById("browser");
  new MutationObserver(() => addAttributes(root)).observe(root, {childList: true, subtree: true});
  SwaggerUIBundle({
    url: document.querySelector("link[rel=service-desc]").href,
    domNode: root,
    plugins: [{wrapComponents: {headers: foldHeaders}}],
    // a link inside the button of an operation cannot be reached by keyboard
    deepLinking: false,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    queryConfigEnabled: false,
    supportedSubmitMethods: ["get"],
    syntaxHighlight: {theme: "obsidian"},
    validatorUrl: null,
  });
});
