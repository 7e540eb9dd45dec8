// A visitor without JavaScript: keeps cookies, reads the fields of a form and sends them.
import type {Got, TestSite} from "./site.ts";

export interface Visitor {
  readonly cookies: Map<string, string>;
  get(path: string): Promise<Got>;
  /** Opens the page, fills the form whose action is `action` (the page's own path unless given) and sends it. */
  send(path: string, fields: Readonly<Record<string, string>>, more?: SendOptions): Promise<Got>;
  /** Sends exactly these fields. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Got>;
  /** Sends a form with files of text. */
  upload(path: string, form: FormData, headers?: Readonly<Record<string, string>>): Promise<Got>;
}

export interface SendOptions {
  readonly action?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called when the form is open, before it is sent. */
  readonly meanwhile?: () => void;
}

export function createVisitor(site: TestSite, headers: Readonly<Record<string, string>> = {}): Visitor {
  const cookies = new Map<string, string>();
  const common = (): Record<string, string> => ({
    host: "ryad.example",
    "accept-language": "en",
    ...headers,
    ...(cookies.size === 0 ? {} : {cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")}),
  });
  const keep = (got: Got): Got => {
    for (const cookie of got.cookies) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      if (/Max-Age=0\b/.test(rest)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return got;
  };
  const get = async (path: string): Promise<Got> => keep(await site.get(path, common()));
  const post: Visitor["post"] = async (path, fields, more = {}) => {
    const sent = {...common(), "content-type": "application/x-www-form-urlencoded", ...more};
    return keep(await site.ask("POST", path, sent, new URLSearchParams(fields).toString()));
  };
  const upload: Visitor["upload"] = async (path, form, more = {}) => {
    const encoded = new Response(form);
    const sent = {...common(), "content-type": encoded.headers.get("content-type")!, ...more};
    return keep(await site.ask("POST", path, sent, await encoded.text()));
  };
  return {
    cookies,
    get,
    post,
    upload,
    async send(path, fields, {action = path.replace(/\?.*/, ""), headers: more = {}, meanwhile} = {}) {
      const {text} = await get(path);
      const form = formOf(text, action);
      meanwhile?.();
      return post(
        action,
        {...form, ...fields},
        {origin: "http://ryad.example", "sec-fetch-site": "same-origin", ...more},
      );
    },
  };
}

/** The fields of the form with this action and their values on the page. */
export function formOf(page: string, action: string): Record<string, string> {
  const form = page.split("<form").find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`no form goes to ${action} in ${page}`);
  const inputs = form.slice(0, form.indexOf("</form>")).matchAll(/<input[^>]*>/g);
  const fields: Record<string, string> = {};
  for (const [input] of inputs) {
    const name = /\bname="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) fields[name] = (/\bvalue="([^"]*)"/.exec(input)?.[1] ?? "").replaceAll("&amp;", "&");
  }
  return fields;
}

/** The path of the sign-in link in a letter. */
export function linkIn(text: string, base: string): string {
  const address = /^https?:\/\/\S+$/m.exec(text)?.[0] ?? "";
  if (!address.startsWith(`${base}/`)) throw new Error(`the link ${address} does not begin with ${base}`);
  return address.slice(base.length);
}

/** Signs in by a letter of the site's own outbox. @param from the page of the form @returns where that leads */
export async function signIn(
  site: TestSite,
  visitor: Visitor,
  email: string,
  base: string,
  from = "/account/sign-in",
): Promise<string> {
  const query = await visitor.send(from, {email});
  if (query.status !== 200) throw new Error(`sign-in: ${query.status} ${query.text}`);
  const letter = site.letters.at(-1);
  const answer = await visitor.send(linkIn(letter?.text ?? "", base), {});
  if (answer.status !== 303) throw new Error(`confirm: ${answer.status} ${answer.text}`);
  return String(answer.headers["location"]);
}
