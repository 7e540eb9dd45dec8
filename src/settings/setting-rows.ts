// Every setting of the program: one row each, with its environment variable, option, default and one line of help.

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
