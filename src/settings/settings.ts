// The settings of a call, read from its options and the environment by the rows of setting-rows.ts.
//
// An option overrides the environment, and the environment overrides the default; an empty text counts as absent.
import {Refusal} from "../service/refusal.ts";
import type {WebhookReach} from "../service/webhook-address.ts";
import {SETTINGS, type SettingRow} from "./setting-rows.ts";
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
