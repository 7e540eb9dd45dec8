// Shows results while the visitor types: requests the same page again and replaces its results. Without scripts the form is sent instead.

const PAUSE_MS = 200;

const form = document.querySelector<HTMLFormElement>("#search");
const input = form?.querySelector<HTMLInputElement>("#q");
if (form && input) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(form, input), PAUSE_MS);
  });
  // text typed before this module was loaded
  if (input.value !== input.defaultValue) void ask(form, input);

  async function ask(form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
    asking?.abort();
    const own = new AbortController();
    asking = own;
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) if (value !== "") address.searchParams.set(name, String(value));
    try {
      const answer = await fetch(address, {signal: own.signal});
      if (!answer.ok) return;
      const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
      const results = drawn.querySelector("#results");
      const target = document.querySelector("#results");
      if (own.signal.aborted || results === null || target === null) return;
      target.replaceChildren(...results.childNodes);
      document.title = drawn.title;
      history.replaceState(null, "", address);
    } catch (error) {
      // the next letter has cancelled this request; any other error will appear when the form is sent
      if (!own.signal.aborted) console.info(input.value, error);
    }
  }
}
