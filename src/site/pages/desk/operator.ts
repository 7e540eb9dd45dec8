// Pages for the operator alone: accounts of the plan "owner". Others get what an unknown address gets, and no file of theirs is read.
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import {ownedPage, planOf} from "../../forms/sessions.ts";
import {type Page, PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";

type OwnedPage = Parameters<typeof ownedPage>[0];

/** @param takesFiles its form may have a file */
export function operatorPage({path, draw, perform}: OwnedPage, takesFiles = false): Page {
  return ownedPage({
    path,
    draw(visit, owner) {
      refuseReaders(owner);
      return draw(visit, owner);
    },
    ...(perform && {
      perform(visit, owner, form) {
        refuseReaders(owner);
        return perform(visit, owner, form);
      },
    }),
    ...(takesFiles && {mayUpload: isOperator}),
  });
}

function refuseReaders(owner: SessionOwner): void {
  if (!isOperator(owner)) throw new PageFault(404, "only the operator has the desk");
}

function isOperator(owner: SessionOwner): boolean {
  return planOf(owner).code === "owner";
}

/** What was refused, in the words of the command. */
export function wrongBlock(wrong: string | null): Html {
  return wrong === null ? html`` : html`<p class="wrong" role="alert">${wrong}</p>\n`;
}
