// Every setting of the program: one row each, with its environment variable, option, default and one line of help.
//
// An option overrides the environment, and the environment overrides the default; an empty text counts as absent.
import {Refusal} from "../service/refusal.ts";
import type {WebhookReach} from "../service/webhook-address.ts";
import {
  type LogLevel,
  readAddress,
  readCount,
  readDatabaseUrl,
  readLogLevel,
  readPort,
  readPublicUrl,
  readSmtpTls,
  readSmtpUrl,
  readSwitch,
  readToday,
  readWebhookReach,
} from "./setting-values.ts";

export interface SettingRow {
  readonly environment: string;
  readonly option?: string;
  /** The value without an option and a variable; a setting without it is then not set. */
  readonly fallback?: string;
  readonly help: string;
}

export const SETTINGS = {
  dataFolder: {environment: "RYAD_DATA", option: "data", fallback: "./data", help: "folder of the embedded store"},
  databaseUrl: {
    environment: "RYAD_DATABASE_URL",
    help: "postgres://… puts everything into PostgreSQL instead of the data folder",
  },
  databaseReadUrl: {
    environment: "RYAD_DATABASE_READ_URL",
    help: "postgres://… of a streaming replica for reads, used while it is as new as the database",
  },
  databaseNotifyUrl: {
    environment: "RYAD_DATABASE_NOTIFY_URL",
    help: "postgres://… of the database itself, for change notices, if RYAD_DATABASE_URL leads through a pooler",
  },
  databaseConnections: {
    environment: "RYAD_DATABASE_CONNECTIONS",
    fallback: "10",
    help: "maximum number of connections of one process to the database",
  },
  databaseTimeout: {
    environment: "RYAD_DATABASE_TIMEOUT",
    fallback: "10",
    help: "time limit of a server's query to the database, in seconds",
  },
  host: {environment: "RYAD_HOST", option: "host", fallback: "127.0.0.1", help: "address to listen on"},
  port: {environment: "RYAD_PORT", option: "port", fallback: "8080", help: "port to listen on; 0 takes a free one"},
  workers: {
    environment: "RYAD_WORKERS",
    option: "workers",
    help: "processes that answer requests; with several their parent has the accounts (docs/scaling.md); over a data folder one for each core, at most 8, when not set, else 1",
  },
  publicUrl: {environment: "RYAD_PUBLIC_URL", help: "public address of the service; the start of every absolute link"},
  trustProxy: {
    environment: "RYAD_TRUST_PROXY",
    help: "addresses or networks, separated by commas, whose X-Forwarded-* headers count",
  },
  country: {
    environment: "RYAD_COUNTRY",
    fallback: "ru",
    help: "country whose examples the home page and the search show, and whose map and names of levels come first, and whose language names in answers have without lang=: ru or us",
  },
  sdmxAgency: {
    environment: "RYAD_SDMX_AGENCY",
    fallback: "RYAD",
    help: "identifier of the agency of all structures of SDMX: a letter, then letters, digits, _ and -",
  },
  today: {
    environment: "RYAD_TODAY",
    help: "YYYY-MM-DD: the day for which the status of datasets is computed (for tests and demos)",
  },
  smtpUrl: {
    environment: "RYAD_SMTP_URL",
    help: "smtp://USER:PASSWORD@HOST:587 or smtps://… sends the site's mail; without it letters are written to `outbox` in the data folder",
  },
  smtpTls: {
    environment: "RYAD_SMTP_TLS",
    fallback: "required",
    help: "required: a mail server on another machine must offer TLS, or no letter is sent; optional: letters then go unencrypted",
  },
  mailFrom: {environment: "RYAD_MAIL_FROM", help: "sender of the site's mail; ryad@ and the public host when not set"},
  operatorMail: {
    environment: "RYAD_OPERATOR_MAIL",
    help: "mailbox that is told of held runs, silent and overdue datasets, withdrawals, and sources that fail",
  },
  webhooks: {
    environment: "RYAD_WEBHOOKS",
    fallback: "public",
    help: "public: webhooks of accounts go to public https addresses; any: also to private ones and without TLS; off: to none",
  },
  contactEmail: {
    environment: "RYAD_CONTACT_EMAIL",
    help: "recipient of messages from the contact form; the messages are always stored too",
  },
  messageDays: {
    environment: "RYAD_MESSAGE_DAYS",
    fallback: "180",
    help: "days after which a message of the contact form is deleted",
  },
  sessionDays: {
    environment: "RYAD_SESSION_DAYS",
    fallback: "30",
    help: "days for which a browser stays signed in to the site",
  },
  changesDays: {
    environment: "RYAD_CHANGES_DAYS",
    fallback: "400",
    help: "days for which /api/v1/changes tells what changed; a follower that was away for longer begins again",
  },
  metricsPort: {
    environment: "RYAD_METRICS_PORT",
    help: "port on which Prometheus may read /metrics (docs/metrics.md); 0 takes a free one; none when not set",
  },
  metricsHost: {
    environment: "RYAD_METRICS_HOST",
    fallback: "127.0.0.1",
    help: "address of that port; metrics need no token",
  },
  unsentMemory: {
    environment: "RYAD_UNSENT_MEMORY",
    fallback: "256",
    help: "most megabytes of answers that clients have not read yet; without room a large answer is refused for the moment",
  },
  catalogueMemory: {
    environment: "RYAD_CATALOGUE_MEMORY",
    fallback: "160",
    help: "most megabytes of catalogues in memory, about 45 bytes for each series of the datasets in use; a quarter more for names of classes",
  },
  searchMemory: {
    environment: "RYAD_SEARCH_MEMORY",
    fallback: "128",
    help: "most megabytes of what searches read of the stored index; about 60 to 110 bytes for each series of a budget form, a tenth where series share families",
  },
  sources: {
    environment: "RYAD_SOURCES",
    help: "the file of sources from which publishers' files are fetched (docs/operating.md); sources.yaml in the data folder when not set",
  },
  fetch: {
    environment: "RYAD_FETCH",
    fallback: "off",
    help: "on: the server fetches the sources that are due; with several servers over one database each source is fetched once",
  },
  files: {
    environment: "RYAD_FILES",
    fallback: "plans",
    help: "files of whole datasets at /api/v1/files: plans (a token is needed, and their values are charged), open (neither) or off (none are written)",
  },
  filesKeep: {
    environment: "RYAD_FILES_KEEP",
    fallback: "3",
    help: "versions of the files of each dataset that are kept, the newest included",
  },
  modelCalls: {
    environment: "RYAD_MCP_OPEN",
    fallback: "20",
    help: "calls of language models at /mcp without a token, for one address in a minute; off: a token is needed",
  },
  log: {environment: "RYAD_LOG", fallback: "info", help: "messages on standard error: info, error or none"},
} as const satisfies Record<string, SettingRow>;

/** What the api needs to know of the settings. */
export interface ApiSettings {
  /** Without a slash at the end; null: links use the request's host. */
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  /** YYYY-MM-DD; null: the clock's day. */
  readonly today: string | null;
  /** Megabytes. */
  readonly unsentMemory: number;
  /** ISO 3166-1 alpha-2, usually in lower case; the site refuses an unknown one. */
  readonly country: string;
  /** Calls of language models without a token, for one address in a minute; 0: none. */
  readonly modelCalls: number;
  /** Identifier of the agency of SDMX. */
  readonly sdmxAgency: string;
  /** Files of whole datasets: for a token and charged, for anyone, or none. */
  readonly files: FilesSetting;
}

export type FilesSetting = "plans" | "open" | "off";

export interface Settings extends ApiSettings {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseReadUrl: string | null;
  readonly databaseNotifyUrl: string | null;
  readonly databaseConnections: number;
  /** Seconds. */
  readonly databaseTimeout: number;
  readonly host: string;
  readonly port: number;
  readonly workers: number | null;
  /** May contain a password: never show it. */
  readonly smtpUrl: string | null;
  /** Whether letters may go unencrypted to a mail server on another machine. */
  readonly smtpTls: "required" | "optional";
  readonly messageDays: number;
  readonly sessionDays: number;
  readonly changesDays: number;
  readonly mailFrom: string | null;
  readonly operatorMail: string | null;
  readonly webhooks: WebhookReach;
  readonly contactEmail: string | null;
  /** null: no metrics. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Megabytes. */
  readonly catalogueMemory: number;
  /** Megabytes. */
  readonly searchMemory: number;
  /** Path of the file of sources; null: in the data folder. */
  readonly sources: string | null;
  readonly filesKeep: number;
  /** Whether the server fetches what is due. */
  readonly fetch: boolean;
  readonly log: LogLevel;
}

type Texts = Readonly<Record<string, string | boolean | undefined>>;

/** The text of a setting, null if it is not set, and where it comes from. */
export interface SettingText {
  readonly value: string | null;
  readonly from: "option" | "environment" | "default";
}

export function settingText(row: SettingRow, environment: Texts, options: Texts): SettingText {
  const option = row.option === undefined ? undefined : options[row.option];
  if (typeof option === "string" && option !== "") return {value: option, from: "option"};
  const variable = environment[row.environment];
  if (typeof variable === "string" && variable !== "") return {value: variable, from: "environment"};
  return {value: row.fallback ?? null, from: "default"};
}

/** Reads all settings from the environment and the options of a call. Throws a Refusal that names the invalid setting. */
export function readSettings(environment: Texts, options: Texts = {}): Settings {
  const text = (row: SettingRow): string | null => settingText(row, environment, options).value;
  const databaseUrl = (row: SettingRow): string | null => readDatabaseUrl(row.environment, text(row));
  const [metricsPort, workers] = [text(SETTINGS.metricsPort), text(SETTINGS.workers)];
  return {
    dataFolder: text(SETTINGS.dataFolder) ?? "./data",
    databaseUrl: databaseUrl(SETTINGS.databaseUrl),
    databaseReadUrl: databaseUrl(SETTINGS.databaseReadUrl),
    databaseNotifyUrl: databaseUrl(SETTINGS.databaseNotifyUrl),
    databaseConnections: readCount(SETTINGS.databaseConnections, text(SETTINGS.databaseConnections), 1000),
    databaseTimeout: readCount(SETTINGS.databaseTimeout, text(SETTINGS.databaseTimeout), 3600),
    host: text(SETTINGS.host) ?? "127.0.0.1",
    port: readPort("the port", text(SETTINGS.port) ?? "8080"),
    workers: workers === null ? null : readCount(SETTINGS.workers, workers, 64),
    publicUrl: readPublicUrl(text(SETTINGS.publicUrl)),
    trustProxy: (text(SETTINGS.trustProxy) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
    today: readToday(text(SETTINGS.today)),
    unsentMemory: readCount(SETTINGS.unsentMemory, text(SETTINGS.unsentMemory), 100_000),
    smtpUrl: readSmtpUrl(text(SETTINGS.smtpUrl)),
    smtpTls: readSmtpTls(text(SETTINGS.smtpTls)),
    messageDays: readCount(SETTINGS.messageDays, text(SETTINGS.messageDays), 36_500),
    sessionDays: readCount(SETTINGS.sessionDays, text(SETTINGS.sessionDays), 36_500),
    changesDays: readCount(SETTINGS.changesDays, text(SETTINGS.changesDays), 36_500),
    mailFrom: readAddress(SETTINGS.mailFrom.environment, text(SETTINGS.mailFrom)),
    operatorMail: readAddress(SETTINGS.operatorMail.environment, text(SETTINGS.operatorMail)),
    webhooks: readWebhookReach(text(SETTINGS.webhooks) ?? "public"),
    contactEmail: readAddress(SETTINGS.contactEmail.environment, text(SETTINGS.contactEmail)),
    country: text(SETTINGS.country) ?? "ru",
    modelCalls:
      text(SETTINGS.modelCalls) === "off" ? 0 : readCount(SETTINGS.modelCalls, text(SETTINGS.modelCalls), 10_000),
    files: readFilesSetting(text(SETTINGS.files) ?? "plans"),
    filesKeep: readCount(SETTINGS.filesKeep, text(SETTINGS.filesKeep), 1000),
    sdmxAgency: readAgency(text(SETTINGS.sdmxAgency) ?? "RYAD"),
    metricsPort: metricsPort === null ? null : readPort(SETTINGS.metricsPort.environment, metricsPort),
    metricsHost: text(SETTINGS.metricsHost) ?? "127.0.0.1",
    catalogueMemory: readCount(SETTINGS.catalogueMemory, text(SETTINGS.catalogueMemory), 100_000),
    searchMemory: readCount(SETTINGS.searchMemory, text(SETTINGS.searchMemory), 100_000),
    sources: text(SETTINGS.sources),
    fetch: readSwitch(SETTINGS.fetch, text(SETTINGS.fetch)),
    log: readLogLevel(text(SETTINGS.log) ?? "info"),
  };
}

function readFilesSetting(text: string): FilesSetting {
  if (text === "plans" || text === "open" || text === "off") return text;
  throw new Refusal(`${SETTINGS.files.environment}: "${text}" is none of plans, open and off`);
}

/** The identifier is part of every address and name of a structure. */
function readAgency(text: string): string {
  if (/^[A-Za-z][\w-]{0,49}$/.test(text)) return text;
  throw new Refusal(
    `${SETTINGS.sdmxAgency.environment}: "${text}" is no identifier: a letter, then letters, digits, _ and -`,
  );
}
