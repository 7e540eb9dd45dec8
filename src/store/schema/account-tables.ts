// Tables of the accounts engine: who may ask, what they have used, and what the site keeps of its visitors (see schema.ts for the form).
import type {GeneratedAlways} from "kysely";

interface AccountTable {
  id: GeneratedAlways<number>;
  /** Lower case; of an account that was left a keyed hash (account.ts). */
  email: string;
  plan: string;
  created_at: string;
  /** When its owner deleted it; null: it is somebody's. */
  left_at: string | null;
}

interface TokenTable {
  id: GeneratedAlways<number>;
  account_id: number;
  /** SHA-256 of the token, hexadecimal: the token itself is kept nowhere. */
  fingerprint: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface UsageTable {
  account_id: number;
  /** YYYY-MM */
  month: string;
  used: number;
}

interface UsageDayTable {
  account_id: number;
  day: string;
  used: number;
}

interface MinuteWindowTable {
  account_id: number;
  /** Milliseconds since 1970-01-01. */
  opened_at: number;
  used: number;
  /** When the last request of the window was counted, by the same clock; 0 where an older program counted it. */
  counted_at: number;
}

interface SignInLinkTable {
  /** SHA-256 of the secret in the link, hexadecimal. */
  fingerprint: string;
  /** Lower case. */
  email: string;
  created_at: string;
  expires_at: string;
}

interface SessionTable {
  /** SHA-256 of the secret in the cookie, hexadecimal. */
  fingerprint: string;
  account_id: number;
  created_at: string;
  expires_at: string;
}

interface ContactMessageTable {
  id: GeneratedAlways<number>;
  received_at: string;
  email: string;
  name: string;
  message: string;
  /** null: it waits to be mailed, or nobody is to be mailed. */
  mailed_at: string | null;
}

interface SiteSecretTable {
  name: string;
  secret: string;
}

interface FormWindowTable {
  /** What is counted, such as letters to a mailbox; whose it is stands in it as a keyed hash alone. */
  subject: string;
  /** Milliseconds since 1970-01-01. */
  opened_at: number;
  used: number;
}

/** By which a write whose commit was not answered is told from one that did not land; only where servers share a store. */
interface WriterMarkTable {
  id: string;
  mark: string;
  /** Milliseconds since 1970-01-01. */
  written_at: number;
}

export interface AccountSchema {
  account: AccountTable;
  token: TokenTable;
  usage: UsageTable;
  usage_day: UsageDayTable;
  minute_window: MinuteWindowTable;
  sign_in_link: SignInLinkTable;
  session: SessionTable;
  contact_message: ContactMessageTable;
  site_secret: SiteSecretTable;
  form_window: FormWindowTable;
  writer_mark: WriterMarkTable;
}
