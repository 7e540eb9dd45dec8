// Suggestions below the field of a search, by the pattern of a combobox with a list: arrows choose, Enter opens, Escape closes. The field keeps the
// focus. Without scripts the form is sent as it is.

const PAUSE_MS = 120;

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-suggest]")) {
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  if (input) suggest(form, input);
}

function suggest(form: HTMLFormElement, input: HTMLInputElement): void {
  const box = document.createElement("div");
  box.className = "suggestions";
  box.id = `${input.id || "find"}-suggestions`;
  box.hidden = true;
  form.append(box);
  const attributes = {role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": box.id};
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;

  const options = (): HTMLAnchorElement[] => [...box.querySelectorAll<HTMLAnchorElement>("[role=option]")];
  const chosen = (): HTMLAnchorElement | null => box.querySelector<HTMLAnchorElement>('[aria-selected="true"]');

  function choose(option: HTMLAnchorElement | undefined): void {
    chosen()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({block: "nearest"});
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", option.id);
  }

  function show(list: Element | null): void {
    choose(undefined);
    box.replaceChildren(...(list === null ? [] : [list]));
    box.hidden = list === null;
    input.setAttribute("aria-expanded", String(list !== null));
    // ids are of one list: two fields of a page may have one each
    for (const option of options()) option.id = `${box.id}-${option.id}`;
  }

  function close(): void {
    clearTimeout(timer);
    asking?.abort();
    show(null);
  }

  async function ask(): Promise<void> {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    const address = new URL(form.dataset["suggest"]!, location.href);
    address.searchParams.set("q", input.value);
    try {
      const answer = await fetch(address, {signal: own.signal});
      const text = answer.ok ? await answer.text() : "";
      if (own.signal.aborted) return;
      show(new DOMParser().parseFromString(text, "text/html").querySelector("[role=listbox]"));
    } catch {
      // the next letter has cancelled this request; without suggestions the form still works
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim() === "") close();
    else timer = setTimeout(() => void ask(), PAUSE_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (box.hidden || event.isComposing) return;
    const all = options();
    const at = all.indexOf(chosen()!);
    if (event.key === "ArrowDown") choose(all[at + 1 === all.length ? 0 : at + 1]);
    else if (event.key === "ArrowUp") choose(all.at(at <= 0 ? -1 : at - 1));
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && at !== -1) location.assign(all[at]!.href);
    else return;
    event.preventDefault();
  });
  // a press on an option must not take the focus, or the list would close before the click
  box.addEventListener("pointerdown", (event) => event.preventDefault());
  input.addEventListener("blur", close);
  form.addEventListener("submit", close);
}
