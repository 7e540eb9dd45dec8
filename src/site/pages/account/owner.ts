// Pages and forms of an account. Visitors without a session are redirected to the sign-in.
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import {findOwner} from "../../forms/sessions.ts";
import {type Answer, type Page, redirect} from "../../frame/page.ts";
import type {Form, Visit} from "../../frame/visit.ts";

interface OwnedPage {
  readonly path: string;
  readonly draw: (visit: Visit, owner: SessionOwner) => Answer | Promise<Answer>;
  readonly act?: (visit: Visit, owner: SessionOwner, form: Form) => Answer | Promise<Answer>;
}

export function ownedPage({path, draw, act}: OwnedPage): Page {
  return {
    path,
    draw: (visit) => forOwner(visit, (owner) => draw(visit, owner)),
    ...(act === undefined
      ? {}
      : {act: (visit: Visit, form: Form) => forOwner(visit, (owner) => act(visit, owner, form))}),
  };
}

/** An address that only takes a form; opening it redirects to the account. */
export function ownedForm(path: string, act: NonNullable<OwnedPage["act"]>): Page {
  return ownedPage({path, draw: (visit) => redirect(visit.link("/account")), act});
}

async function forOwner(visit: Visit, then: (owner: SessionOwner) => Answer | Promise<Answer>): Promise<Answer> {
  const owner = await findOwner(visit);
  return owner === null ? redirect(visit.link("/account/sign-in")) : then(owner);
}
