// A refusal: we understood what was asked and say no. Everything else that is thrown is an outage or a bug.
//
// A leaf file: the message is for people and says what, where and what to do; doors (api, cli) turn it into their own form.
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}
