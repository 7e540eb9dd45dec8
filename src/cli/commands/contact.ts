// `ryad contact list`: the messages of the contact form, mailed or not.
import {listContactMessages} from "../../store/accounts/contact-message.ts";
import {type Command, DATA_OPTION, DONE, flag} from "../command.ts";
import {withStore} from "../open-store.ts";

export const contactList: Command = {
  name: "contact list",
  options: {json: flag("one JSON list instead of text"), data: DATA_OPTION},
  summary: "shows the messages of the contact form, oldest first",
  details: ["They are kept here even if they were mailed to RYAD_CONTACT_EMAIL."],
  async run({options, settings, say}) {
    const messages = await withStore(settings, "read", (store) => store.accounts.read((q) => listContactMessages(q)));
    if (options["json"] === true) {
      say(
        JSON.stringify(
          messages.map(({id, receivedAt, email, name, message, mailedAt}) => ({
            id,
            received_at: receivedAt,
            email,
            name,
            message,
            mailed_at: mailedAt,
          })),
        ),
      );
      return DONE;
    }
    for (const {id, receivedAt, email, name, message, mailedAt} of messages) {
      say(
        `${id}  ${receivedAt}  ${plain(name === "" ? email : `${name} <${email}>`)}${mailedAt === null ? "" : "  (mailed)"}`,
      );
      for (const line of message.split("\n")) say(`    ${plain(line)}`);
      say("");
    }
    return DONE;
  },
};

/** Control characters in a message must not move the terminal's cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
