// Signatures of the site. The secret is in the store, so all servers of a store share it; each reads it once.
//
// A signature is valid only for its purpose.
import {createHmac, randomBytes, timingSafeEqual} from "node:crypto";
import type {AccountBook} from "../../store/accounts/book.ts";

export interface Secrets {
  /** HMAC-SHA256 as 43 letters of base64url. */
  sign(purpose: string, text: string): Promise<string>;
  /** In constant time. */
  isSigned(purpose: string, text: string, signature: string): Promise<boolean>;
}

export function createSecrets(book: AccountBook): Secrets {
  let kept: Promise<string> | null = null;
  const secret = (): Promise<string> => {
    kept ??= book.play("ensureSecret", "forms", randomBytes(32).toString("hex")).catch((error: Error) => {
      kept = null;
      throw error;
    });
    return kept;
  };
  const sign = async (purpose: string, text: string): Promise<string> =>
    createHmac("sha256", await secret())
      .update(`${purpose}\n${text}`)
      .digest("base64url");
  return {
    sign,
    async isSigned(purpose, text, signature) {
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(purpose, text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
