import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { MICROS_PER_DOLLAR } from "@fairclick/core/amounts";
import type { ClickHouseConfig } from "@fairclick/sql/db/clickhouse";
import { z } from "zod";

/** Lists every problem of the configuration, so that all can be fixed at once. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

const text = z.string().trim().min(1);
const origin = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://fairclick.example" })
  .transform(withoutTrailingSlashes);
function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

const port = z.coerce.number().int().min(0).max(65_535);
/** Which withdrawals an operator looks at: a user's `first` to an account, and those from a sum in dollars on. */
const reviewed = z
  .string()
  .regex(/^(?:off|first|\d{1,6}|first,\d{1,6})$/, {
    error: "must be first and a sum such as first,100, or one of them, or off",
  })
  .transform((rule) => ({
    first: rule.startsWith("first"),
    dollars: Number(/^(?:first,)?(\d{1,6})$/.exec(rule)?.[1] ?? 0),
  }));
/** Becomes hundredths of a percent. */
const percent = z
  .string()
  .regex(/^(100(\.00?)?|\d{1,2}(\.\d{1,2})?)$/, {
    error: "must be a percentage from 0 to 100 such as 7.5",
  })
  .transform((share) => Math.round(Number(share) * 100));
const testKey = (prefixes: string) =>
  text.regex(new RegExp(`^(${prefixes})_test_`), {
    error: "must be a test key: Fairclick runs in Stripe's test mode only",
  });

/** `https://KEY_ID:SECRET@s3.eu-central-1.amazonaws.com/BUCKET?region=eu-central-1` */
const bucketUrl = z.string().transform((text, ctx) => {
  const bucket = readBucket(text);
  if (bucket !== null) return bucket;
  ctx.addIssue("must look like https://KEY_ID:SECRET@s3.example/BUCKET?region=eu-central-1");
  return z.NEVER;
});

/** Returns null if a part is missing, or if the URL says more than these parts. */
function readBucket(text: string): S3Config | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[^/]+$/.test(url.pathname)) return null;
  if (!url.username || !url.password || url.hash || url.username.includes("%")) return null;
  if ([...url.searchParams.keys()].some((name) => name !== "region")) return null;
  const secretKey = decodePassword(url.password);
  if (secretKey === null) return null;
  return {
    bucket: url.pathname.slice(1),
    endpoint: `${url.protocol}//${url.host}`,
    region: url.searchParams.get("region"),
    accessKeyId: url.username,
    secretKey,
  };
}

function decodePassword(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** `https://NAME:PASSWORD@clickhouse.example:8443/DATABASE?cluster=NAME` */
const clickhouseUrl = z.string().transform((text, ctx) => {
  const clickhouse = readClickHouse(text);
  if (clickhouse !== null) return clickhouse;
  ctx.addIssue("must look like https://NAME:PASSWORD@clickhouse.example:8443/DATABASE");
  return z.NEVER;
});

/** Returns null if a part is missing, or if the URL says more than these parts. */
function readClickHouse(text: string): ClickHouseConfig | null {
  const url = URL.parse(text);
  const [, database] = /^\/(\w{1,64})$/.exec(url?.pathname ?? "") ?? [];
  if (!url || !database || !/^https?:$/.test(url.protocol) || !url.username || url.hash)
    return null;
  if ([...url.searchParams.keys()].some((name) => name !== "cluster")) return null;
  const cluster = url.searchParams.get("cluster");
  if (cluster !== null && !/^\w{1,64}$/.test(cluster)) return null;
  const [username, password] = [decodePassword(url.username), decodePassword(url.password)];
  if (username === null || password === null) return null;
  return { url: `${url.protocol}//${url.host}`, username, password, database, cluster };
}

const settingsSchema = z.object({
  LISTEN_HOST: z.union([z.ipv4(), z.ipv6()], { error: "must be an address" }).default("127.0.0.1"),
  PORT: port.default(3000),
  METRICS_TOKEN: text.min(16, { error: "must have at least 16 characters" }).optional(),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, { error: "must start with postgres://" }),
  DATABASE_OWNER_URL: text
    .regex(/^postgres(ql)?:\/\//, { error: "must start with postgres://" })
    .optional(),
  REDIS_URL: text
    .refine((url) => splitRedisNodes(url).length > 0, {
      error: "must be redis:// or rediss://, and a host, or hosts of a cluster with commas between",
    })
    .optional(),
  CLICKHOUSE_URL: clickhouseUrl.optional(),
  APP_URL: origin.optional(),
  TRACKING_URL: origin.optional(),
  TRUSTED_PROXIES: z.string().default(""),
  STRIPE_SECRET_KEY: testKey("sk|rk").optional(),
  STRIPE_PUBLISHABLE_KEY: testKey("pk").optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  SMTP_URL: text
    .regex(/^smtps?:\/\/[^/]+/, { error: "must start with smtp:// or smtps://" })
    .optional(),
  MAIL_FROM: text.optional(),
  OPERATOR_EMAILS: z.string().default(""),
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://chat.example/hooks/1" })
    .optional(),
  OPERATOR_NAME: text.optional(),
  OPERATOR_ADDRESS: text.optional(),
  OPERATOR_CONTACT: text.optional(),
  DEPOSIT_HOLD_HOURS: z.coerce.number().int().min(0).max(8_760).default(72),
  REVERSAL_LIMIT_DOLLARS: z.coerce.number().int().min(0).max(999_999).default(500),
  WITHDRAWAL_REVIEW: reviewed.default({ first: true, dollars: 100 }),
  MIN_WITHDRAWAL_DOLLARS: z.coerce.number().int().min(0).max(1_000).default(0),
  UNPROVED_PAYOUT_DOLLARS: z.coerce.number().int().min(0).max(99_999_999).default(1_000),
  TRUSTED_HOSTS: z.string().default("roblox.com"),
  FEE_PERCENT: percent.default(0),
  PROCESSES: z
    .union([z.literal("auto"), z.coerce.number().int().min(1).max(64)], {
      error: "must be auto or a number from 1 to 64",
    })
    .default(1),
  CLICK_WINDOW_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  IP_DATA_URL: z.union([z.literal("off"), origin]).default("https://raw.githubusercontent.com"),
  S3_URL: bucketUrl.optional(),
  DATA_DIR: text.default(".data"),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

/** What only stand-ins, tests and `runSeveral` set. */
const environmentSchema = settingsSchema.extend({
  STRIPE_API_URL: origin.optional(),
  GOOGLE_AUTHORIZATION_URL: z.url().default("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: z.url().default("https://oauth2.googleapis.com/token"),
  WEB_DIST: text.default("web/dist"),
  /** Of the processes that run together, which one it is, from 1. */
  PROCESS_NUMBER: z.coerce.number().default(1),
});
type Environment = z.infer<typeof environmentSchema>;

/** The names of the environment variables that an installation can set. */
export const settingNames = Object.keys(settingsSchema.shape);

export type StripeConfig = {
  secretKey: string;
  publishableKey: string | null;
  webhookSecret: string | null;
  connectWebhookSecret: string | null;
  /** A server other than Stripe's own, or null. */
  apiUrl: string | null;
};

export type GoogleConfig = {
  clientId: string;
  clientSecret: string;
  authorizationUrl: string;
  tokenUrl: string;
};

export type S3Config = {
  bucket: string;
  endpoint: string;
  region: string | null;
  accessKeyId: string;
  secretKey: string;
};

export type MailConfig = {
  smtpUrl: string;
  /** The sender: `Fairclick <mail@fairclick.example>`. */
  from: string;
  operatorAddresses: readonly string[];
};

export type Config = ReturnType<typeof readConfig>;

/** Reads the whole configuration; an empty value counts as unset. Throws a `ConfigError`. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(given, { reportInput: true });
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${explain(issue)}`),
    );
  }
  const settings = parsed.data;
  const problems = findContradictions(settings);
  if (problems.length > 0) throw new ConfigError(problems);
  const appUrl = settings.APP_URL ?? `http://localhost:${settings.PORT}`;
  return Object.freeze({
    listenHost: settings.LISTEN_HOST,
    port: settings.PORT,
    /** Bearer token for `/metrics`; if null, only this machine may read them. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    databaseUrl: settings.DATABASE_URL,
    ownerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL ?? null,
    /** Where clicks of old days move; null: they stay in Postgres. */
    clickhouse: settings.CLICKHOUSE_URL ?? null,
    /** Where people find the app. */
    appUrl,
    /** What tracked links start with. */
    trackingUrl: settings.TRACKING_URL ?? appUrl,
    /** CIDR ranges of proxies with a trusted `x-forwarded-for`. */
    trustedProxies: Object.freeze(splitList(settings.TRUSTED_PROXIES)),
    stripe: readStripe(settings),
    google: readGoogle(settings),
    /** Null without a mail server: people then see their notices in the app only. */
    mail: readMail(settings),
    /** A chat's address for what waits too long for operators; null without one. A secret. */
    alertWebhookUrl: settings.ALERT_WEBHOOK_URL ?? null,
    /** Who is responsible for personal data, as the privacy page names them. */
    controller: Object.freeze({
      name: settings.OPERATOR_NAME ?? null,
      address: settings.OPERATOR_ADDRESS ?? null,
      contact: settings.OPERATOR_CONTACT ?? null,
    }),
    /** How long the money of an unproved card payment waits before creators can withdraw it. */
    depositHoldHours: settings.DEPOSIT_HOLD_HOURS,
    /** What one operator can take back from creators within 24 hours; null disables the limit. */
    reversalLimitMicros:
      settings.REVERSAL_LIMIT_DOLLARS === 0
        ? null
        : BigInt(settings.REVERSAL_LIMIT_DOLLARS) * MICROS_PER_DOLLAR,
    /** A user's withdrawals of one day need an operator from this total on; 0: never. */
    withdrawalReviewDollars: settings.WITHDRAWAL_REVIEW.dollars,
    /** Whether a user's first withdrawal to a payout account needs an operator. */
    withdrawalReviewFirst: settings.WITHDRAWAL_REVIEW.first,
    /** The smallest withdrawal; 0: none but that of the country. */
    minWithdrawalDollars: settings.MIN_WITHDRAWAL_DOLLARS,
    /** Most unproved money that may reach banks within a week; 0: no limit. */
    unprovedPayoutDollars: settings.UNPROVED_PAYOUT_DOLLARS,
    /** Hosts, with their subdomains, to which new campaigns lead without an operator's review. */
    trustedHosts: Object.freeze(readTrustedHosts(settings)),
    /** The platform's fee per paid click of new campaigns, in hundredths of a percent of its price. */
    feeBasisPoints: settings.FEE_PERCENT,
    processes: countProcesses(settings),
    /** The others of a machine's workers run only what many clicks need: each consumer costs time while idle. */
    runsEveryJob: settings.PROCESS_NUMBER === 1,
    clickWindowSeconds: settings.CLICK_WINDOW_SECONDS,
    /** Base URL of the public address lists; null if downloads are off. */
    ipDataUrl: settings.IP_DATA_URL === "off" ? null : settings.IP_DATA_URL,
    /** Where cover images are kept; null: in `dataDir`. */
    s3: settings.S3_URL ?? null,
    dataDir: resolve(settings.DATA_DIR),
    webDist: resolve(settings.WEB_DIST),
    logLevel: settings.LOG_LEVEL,
    /** The collector that gets spans of this share of the clicks; null without one. */
    tracing: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: settings.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: settings.OTEL_TRACES_SAMPLER_ARG }
      : null,
  });
}

function explain(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_type" && issue.input === undefined ? "is required" : issue.message;
}

/**
 * Returns the nodes in `redis://user:password@one:6379,two:6379`; several are those of a Redis
 * Cluster. Empty if one of them is malformed.
 */
export function splitRedisNodes(redisUrl: string): URL[] {
  if (!/^rediss?:\/\//.test(redisUrl)) return [];
  // A password may hold commas.
  const start = Math.max(redisUrl.indexOf("//") + 1, redisUrl.lastIndexOf("@")) + 1;
  const names = redisUrl.slice(start).split(",");
  const access = redisUrl.slice(0, start);
  const nodes = names.flatMap((host) => (host && URL.parse(access + host)) || []);
  return nodes.length === names.length ? nodes : [];
}

function splitList(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** More would need more connections than Postgres has by default. */
const MOST_BY_CORES = 4;

/** Processes of the api, and of the worker, on this machine. Only Linux spreads visitors over those of a port. */
function countProcesses({ PROCESSES }: Environment): number {
  if (process.platform !== "linux") return 1;
  return PROCESSES === "auto" ? Math.min(availableParallelism(), MOST_BY_CORES) : PROCESSES;
}

function readTrustedHosts({ TRUSTED_HOSTS }: Environment): string[] {
  return splitList(TRUSTED_HOSTS.toLowerCase());
}

function findContradictions(settings: Environment): string[] {
  const problems = splitList(settings.TRUSTED_PROXIES)
    .filter((range) => !z.union([z.cidrv4(), z.cidrv6()]).safeParse(range).success)
    .map((range) => `TRUSTED_PROXIES: "${range}" is not a CIDR range such as 10.0.0.0/8`);
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET)) {
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: set both or neither");
  }
  problems.push(
    ...readTrustedHosts(settings)
      .filter((host) => !/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}$/.test(host))
      .map((host) => `TRUSTED_HOSTS: "${host}" is not the name of a website such as roblox.com`),
  );
  if (Boolean(settings.SMTP_URL) !== Boolean(settings.MAIL_FROM)) {
    problems.push("SMTP_URL and MAIL_FROM: set both or neither");
  }
  problems.push(
    ...splitList(settings.OPERATOR_EMAILS)
      .filter((address) => !z.email().safeParse(address).success)
      .map((address) => `OPERATOR_EMAILS: "${address}" is not an email address`),
  );
  if (settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET) {
    problems.push("STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY");
  }
  return problems;
}

function readStripe(settings: Environment): StripeConfig | null {
  if (!settings.STRIPE_SECRET_KEY) return null;
  return {
    secretKey: settings.STRIPE_SECRET_KEY,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? null,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    connectWebhookSecret: settings.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
    apiUrl: settings.STRIPE_API_URL ?? null,
  };
}

function readMail(settings: Environment): MailConfig | null {
  if (!settings.SMTP_URL || !settings.MAIL_FROM) return null;
  return {
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    operatorAddresses: splitList(settings.OPERATOR_EMAILS),
  };
}

function readGoogle(settings: Environment): GoogleConfig | null {
  if (!settings.GOOGLE_CLIENT_ID || !settings.GOOGLE_CLIENT_SECRET) return null;
  return {
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
    authorizationUrl: settings.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: settings.GOOGLE_TOKEN_URL,
  };
}
