// Letters through a mail server. A visitor waits for it, so it gets seconds, not minutes; what it says goes into an event without addresses.
import {createTransport} from "nodemailer";
import type {Letter, Mail} from "./letter.ts";

const PATIENCE = {connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000, dnsTimeout: 8000};

export function openSmtp(url: string, from: string): Mail {
  const transport = createTransport({url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true});
  return {
    way: "smtp",
    async send(letter: Letter) {
      try {
        await transport.sendMail({
          from,
          // as an object the address is one recipient, whatever it holds
          to: {name: "", address: letter.to},
          ...(letter.replyTo === undefined ? {} : {replyTo: {name: "", address: letter.replyTo}}),
          subject: letter.subject,
          text: letter.text,
        });
      } catch (error) {
        throw withoutAddresses(error as Error);
      }
    },
    close: () => transport.close(),
  };
}

/** A mail server's refusal often repeats whom it refused. */
function withoutAddresses(error: Error & {code?: string; responseCode?: number}): Error {
  const said = error.message.replace(/\S+@\S+/g, "…");
  return new Error(
    `the mail server did not take a letter: ${error.code ?? ""} ${error.responseCode ?? ""} ${said}`.replace(
      / +/g,
      " ",
    ),
  );
}
