// Answers that look like a file and are none: a page of HTML, nothing, or zeros of the right size.
import {closeSync, openSync, readSync, statSync} from "node:fs";
import {BY_COMMAND, FetchProblem} from "../fetch-problem.ts";

const HEAD_BYTES = 65_536;

/** Words by which pages say that they want a person; letters of a language belong to its pages, so these are the names of such services. */
const WANTS_PERSON =
  /captcha|cf-chl|challenge-platform|ddos-guard|servicepipe|qrator|__js_p_|turnstile|are you (?:a )?(?:human|robot)/i;

/** @throws FetchProblem unless the file may be one that a publisher means */
export function refuseFalseFile(path: string, address: string): void {
  const {size} = statSync(path);
  if (size === 0)
    throw new FetchProblem("refused", `${address} is empty`, {
      hint: "the publisher is probably replacing the file; the next run looks again",
    });
  const head = headOf(path, Math.min(size, HEAD_BYTES));
  if (head.every((byte) => byte === 0))
    throw new FetchProblem("refused", `${address} has ${size} bytes, and they are zeros`, {
      hint: "the publisher's server has lost the file; tell the publisher, the next run looks again",
    });
  const text = head.toString("latin1").replace(/^(?:\xef\xbb\xbf|\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, "");
  if (!/^<(?:!doctype\s+html|html|head|body|script)\b/i.test(text)) return;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(head.toString("utf8"))?.[1]?.trim();
  const page = title === undefined ? "a page" : `a page with the title "${title.replace(/\s+/g, " ")}"`;
  throw new FetchProblem(
    "blocked",
    WANTS_PERSON.test(text)
      ? `${address} is ${page} that wants a proof of a person, in place of the file`
      : `${address} is ${page}, in place of the file`,
    {hint: `the address may have changed, or the publisher lets no program in: ${BY_COMMAND}`},
  );
}

function headOf(path: string, length: number): Buffer {
  const handle = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(handle, bytes, 0, length, 0));
  } finally {
    closeSync(handle);
  }
}
