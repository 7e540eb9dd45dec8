// A refusal: the request was understood and cannot be fulfilled. Any other error is an outage or a bug.
//
// The message is for people and says what is wrong, where, and what to do; the api and the commands give it their own form.
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}
