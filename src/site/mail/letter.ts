// A letter of the site, and what hands letters over.
//
// Letters are plain text to one address that was checked before (email.ts).

export interface Letter {
  /** Which letter it is; for events. */
  readonly kind: "sign-in" | "contact";
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
}

export interface Mail {
  readonly way: "smtp" | "outbox";
  /** Hands the letter over. Throws when it could not be. */
  send(letter: Letter): Promise<void>;
  close(): void;
}
