// A real mail server of a test: it takes letters by SMTP and gives their envelopes and bytes.
import type {TestContext} from "node:test";
import {SMTPServer} from "smtp-server";

export interface ReceivedLetter {
  readonly from: string;
  readonly to: readonly string[];
  /** As sent, headers and all. */
  readonly raw: string;
}

/** A mail server that refuses only addresses of refused.example. */
export async function startMailServer(
  t: TestContext,
): Promise<{readonly url: string; readonly received: ReceivedLetter[]}> {
  const received: ReceivedLetter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({address}, _session, done) =>
      done(address.endsWith("@refused.example") ? new Error(`${address}: no such mailbox`) : null),
    onData(stream, {envelope}, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({address}) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (typeof address !== "object" || address === null) throw new Error("the mail server has no address");
  return {url: `smtp://127.0.0.1:${address.port}`, received};
}

/** The text of a plain letter in any encoding. */
export function textOf({raw}: ReceivedLetter): string {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString("utf8") : body;
}
