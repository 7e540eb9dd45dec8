// What a reader signs in for: the press that signs in does it too, so that nobody has to find the way back to it.
import type {SessionOwner} from "../../store/accounts/sign-in.ts";
import type {Answer} from "../frame/page.ts";
import type {Html} from "../html/html.ts";
import type {Form, Visit} from "../visit/visit.ts";

export interface SignInPurpose {
  /** Of a page that stays open behind a file: it must not ask for a sign-in that is done. Missing: the usual question. */
  readonly title?: string;
  /** What will be done, in a paragraph above the press. */
  readonly about: Html;
  /** The buttons; `type` is sent in a field of this name. */
  readonly presses: readonly {readonly type: string; readonly words: string}[];
  /** `visit` has the cookies from before the sign-in, so the answer may have no form: one that needs a form is a redirect. */
  readonly perform: (visit: Visit, owner: SessionOwner, form: Form) => Promise<Answer>;
}
