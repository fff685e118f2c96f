import { type ListedTrial, listTrials } from "@fairclick/core/clicks/rule-trials";
import { countCountryCampaigns } from "@fairclick/sql/campaigns/campaigns";
import { findTopAddress, type TopAddress } from "@fairclick/sql/clicks/suspects";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import { connect, type Db } from "@fairclick/sql/db/client";
import { findMigrationState } from "@fairclick/sql/db/migrate";
import { findConnectionFault } from "@fairclick/sql/db/tx";
import { tryToWrite } from "@fairclick/sql/operations/status";
import pino from "pino";
import { getPolicyAt } from "../clicks/judging-policy";
import { type Config, ConfigError, readConfig } from "../config";
import { hasCountryData } from "../ip/ip-data";
import { openQueue } from "../queue/open-queue";
import { REFUSED_PARAMETER } from "../run-process";
import { examineCertificates, examineDisk, examineSpool, examineWebBuild } from "./examine-host";
import {
  type CheckResult,
  type CheckSettings,
  fail,
  judgeVitals,
  ok,
  readVitals,
  warn,
} from "./vitals";

/** Checks everything that api and worker need on this machine; changes nothing. */
export async function examineInstallation(
  env: Record<string, string | undefined>,
): Promise<CheckResult[]> {
  const config = readOrExplain(env);
  if (Array.isArray(config)) return config;
  const [database, queue, disk, spool, web, certificates] = await Promise.all([
    examineDatabase(config),
    examineQueue(config),
    examineDisk(config),
    examineSpool(config),
    examineWebBuild(config),
    examineCertificates(config),
  ]);
  return [...database, queue, disk, spool, web, ...examineSettings(config), ...certificates];
}

function readOrExplain(env: Record<string, string | undefined>): Config | CheckResult[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail(
        "settings",
        problem,
        "Set it in the environment or in .env; .env.example explains each. This command examines a server with its settings: from another machine, use `fairclick top` and `queues list`.",
      ),
    );
  }
}

async function examineQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
): Promise<CheckResult> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    const health = await queue.checkHealth();
    const setting = config.redisUrl ? "REDIS_URL" : "DATABASE_URL";
    if (!health.reachable) {
      return fail(
        "queue",
        health.reason,
        `Check that the store runs and that ${setting} is right.`,
      );
    }
    const store = health.store.store === "redis" ? "in Redis" : "in Postgres";
    if (health.problems.length > 0) {
      return fail(
        "queue",
        `${store}: ${health.problems.join("; ")}`,
        "Until then clicks go to the spool, and none is judged or paid.",
      );
    }
    return health.warnings.length === 0
      ? ok("queue", `${store}, keeps what it acknowledged`)
      : warn(
          "queue",
          `${store}: ${health.warnings.join("; ")}`,
          "Change it before real money moves.",
        );
  } finally {
    await queue.close();
  }
}

/** Checks what well-formed settings mean for users. */
export function examineSettings(config: Config): CheckResult[] {
  return [
    examineAddresses(config),
    examineProxies(config),
    examineStripe(config),
    examineGoogle(config),
    examineAlerts(config),
    examineOperatorMail(config),
  ];
}

function isLocal(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

function examineAddresses({ appUrl, trackingUrl }: Config): CheckResult {
  const plain = [appUrl, trackingUrl].find(
    (address) => address.startsWith("http://") && !isLocal(address),
  );
  if (plain) {
    return warn(
      "addresses",
      `${plain} is not encrypted`,
      "Put a TLS proxy before it, use https://.",
    );
  }
  if (isLocal(appUrl)) {
    return ok("addresses", `${appUrl}, for this machine only; set APP_URL for others`);
  }
  return ok("addresses", appUrl === trackingUrl ? appUrl : `${appUrl}, links at ${trackingUrl}`);
}

function examineProxies({ trustedProxies, appUrl }: Config): CheckResult {
  if (trustedProxies.some((range) => range.endsWith("/0"))) {
    return fail(
      "proxies",
      "TRUSTED_PROXIES trusts the whole world: everybody can pretend to be anybody",
      "Name only the ranges of your own proxies.",
    );
  }
  if (trustedProxies.length > 0) return ok("proxies", `trusts ${trustedProxies.join(", ")}`);
  return appUrl.startsWith("https://")
    ? warn(
        "proxies",
        "none is trusted, but APP_URL is https, so one must be there",
        "Set TRUSTED_PROXIES: without it all clicks seem to come from the proxy and are invalid.",
      )
    : ok("proxies", "none is trusted: x-forwarded-for is ignored");
}

function examineStripe({ stripe }: Config): CheckResult {
  if (!stripe) {
    return warn(
      "stripe",
      "no keys: nobody can deposit or withdraw",
      "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET; docs/stripe.md takes ten minutes.",
    );
  }
  const missing = [
    ...(stripe.publishableKey ? [] : ["STRIPE_PUBLISHABLE_KEY"]),
    ...(stripe.connectWebhookSecret ? [] : ["STRIPE_CONNECT_WEBHOOK_SECRET"]),
  ];
  if (missing.length > 0) {
    return warn("stripe", `test keys, without ${missing.join(" and ")}`, "See docs/stripe.md.");
  }
  return ok("stripe", stripe.apiUrl ? `test keys for ${stripe.apiUrl}` : "test keys");
}

function examineGoogle({ google }: Config): CheckResult {
  if (!google) return ok("google", "off: people sign in with e-mail and password");
  return ok("google", `through ${new URL(google.authorizationUrl).host}`);
}

function examineAlerts({ alertWebhookUrl, appUrl }: Config): CheckResult {
  if (alertWebhookUrl) return ok("alerts", `messages to ${new URL(alertWebhookUrl).host}`);
  if (isLocal(appUrl)) return ok("alerts", "to nobody, on this machine only");
  return warn(
    "alerts",
    "operators are not notified of what waits for too long",
    "Set ALERT_WEBHOOK_URL for a chat.",
  );
}

function examineOperatorMail({ mail, appUrl }: Config): CheckResult {
  if (mail && mail.operatorAddresses.length > 0) return ok("acts", "mailed to OPERATOR_EMAILS");
  if (isLocal(appUrl)) return ok("acts", "mailed to nobody, on this machine only");
  return warn(
    "acts",
    "operators are not mailed what other operators do",
    "Set SMTP_URL, MAIL_FROM and OPERATOR_EMAILS.",
  );
}

const OLDEST_VERSION = 15;

async function examineDatabase(
  config: Pick<
    Config,
    | "databaseUrl"
    | "redisUrl"
    | "clickhouse"
    | "clickWindowSeconds"
    | "ipDataUrl"
    | "trustedProxies"
    | "appUrl"
  >,
): Promise<CheckResult[]> {
  const clickhouse = config.clickhouse && openClickHouse(config.clickhouse);
  const application = { max: 1, applicationName: "fairclick doctor" };
  const db = connect(config.databaseUrl, { ...application, clickhouse });
  try {
    const connections = await examineConnections(config.databaseUrl);
    if (connections.status === "fail") return [connections];
    const results = [
      connections,
      await examineServer(db),
      await examineDurability(db),
      await examineMigrations(db),
    ];
    if (results.some(({ status }) => status === "fail")) return results;
    return [
      ...results,
      await examineRoom(db),
      ...(await examineWork(db, config)),
      judgeCountries({
        isKnown: await hasCountryData(db.sql),
        campaigns: await countCountryCampaigns(db.sql, new Date()),
      }),
      await examineTrials(db, config),
      judgeTopAddress(await findTopAddress(db.sql), config.trustedProxies),
    ];
  } catch (error) {
    return [explainNoAccess(error)];
  } finally {
    await db.end();
  }
}

/** Judges the rules by their effects in force. */
async function examineTrials(
  db: Db,
  { clickWindowSeconds: windowSeconds }: Pick<Config, "clickWindowSeconds">,
): Promise<CheckResult> {
  const { effects } = await getPolicyAt(db.sql, { at: new Date(), windowSeconds });
  return judgeTrials(listTrials(await listMeasuredTrials(db.sql), effects));
}

async function examineServer(db: Db): Promise<CheckResult> {
  const [row] = await db.sql<{ version: string; number: number }[]>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number`;
  const major = Math.floor((row?.number ?? 0) / 10_000);
  const detail = `PostgreSQL ${row?.version}`;
  return major >= OLDEST_VERSION
    ? ok("database", detail)
    : fail("database", detail, `Fairclick needs PostgreSQL ${OLDEST_VERSION} or newer.`);
}

async function examineConnections(databaseUrl: string): Promise<CheckResult> {
  const fault = await findConnectionFault(databaseUrl);
  return fault === null
    ? ok("connections", "each has a server process and settings of its own")
    : fail("connections", fault, "docs/deploy.md says which poolers work.");
}

async function examineMigrations(db: Db): Promise<CheckResult> {
  const { pending, foreign } = await findMigrationState(db.sql);
  if (foreign.length > 0) {
    return fail(
      "migrations",
      `the database was migrated by another version: ${foreign.join(", ")}`,
      "Run the version that belongs to this database.",
    );
  }
  return pending.length === 0
    ? ok("migrations", "current")
    : fail("migrations", `not applied: ${pending.join(", ")}`, "Run `fairclick db migrate`.");
}

async function examineRoom(db: Db): Promise<CheckResult> {
  try {
    await tryToWrite(db);
    return ok("writing", "Postgres accepts writes");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("writing", reason, "Make room on Postgres' disk: clicks are kept meanwhile.");
  }
}

const advices: Record<string, string> = {
  "08P01": REFUSED_PARAMETER,
  "22023": "The database has never been migrated: run `fairclick db migrate`.",
  "42501":
    "This login may not act as the role fairclick_app: run `fairclick db migrate` with DATABASE_OWNER_URL and DATABASE_URL set.",
  "42P01": "The database has never been migrated: run `fairclick db migrate`.",
  "28P01": "Check user and password in DATABASE_URL.",
  "28000": "Check user and password in DATABASE_URL, and the server's pg_hba.conf.",
  "3D000": "Create the database, or correct its name in DATABASE_URL.",
};

function explainNoAccess(error: unknown): CheckResult {
  const message = error instanceof Error ? error.message : String(error);
  const state = error instanceof Error && "code" in error ? String(error.code) : "";
  return fail(
    "database",
    message,
    advices[state] ?? "Check that Postgres runs and that DATABASE_URL leads to it.",
  );
}

const promises: Record<string, string> = {
  fsync: "a power cut can destroy the database",
  synchronous_commit: "a crash can lose money that was acknowledged",
  full_page_writes: "a power cut can tear pages of the database",
};

/** Checks the Postgres settings that make acknowledged commits durable. */
async function examineDurability(db: Db): Promise<CheckResult> {
  const names = Object.keys(promises);
  const off = await db.sql<{ name: string }[]>`
    select name from pg_settings where name = any (${names}::text[]) and setting = 'off'
    order by name`;
  return off.length === 0
    ? ok("durability", `${names.join(", ")} are on`)
    : warn(
        "durability",
        off.map(({ name }) => `${name} = off: ${promises[name]}`).join("; "),
        "Set it in postgresql.conf and restart Postgres, before real money moves.",
      );
}

/** Checks what the stores know. */
async function examineWork(
  db: Db,
  config: Pick<Config, "databaseUrl" | "redisUrl"> & CheckSettings,
): Promise<CheckResult[]> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    return judgeVitals(await readVitals({ db, queue }), config);
  } finally {
    await queue.close();
  }
}

type Countries = {
  /** Whether the countries of clicks are known. */
  isKnown: boolean;
  /** Running campaigns that pay for clicks from certain countries only. */
  campaigns: number;
};

/** Reports whether countries are known; it is a failure if campaigns depend on them. */
export function judgeCountries({ isKnown, campaigns }: Countries): CheckResult {
  if (isKnown) return ok("countries", "known");
  const advice = "Run `fairclick ip-data update`.";
  if (campaigns === 0) {
    return warn("countries", "unknown: no campaign can choose the countries it pays for", advice);
  }
  const which = campaigns === 1 ? "1 campaign pays" : `${campaigns} campaigns pay`;
  return fail(
    "countries",
    `unknown, and ${which} for clicks from certain countries only: their clicks are not paid`,
    advice,
  );
}

/** With fewer clicks, one address with most of them is chance. */
const MIN_CLICKS = 100;
const SUSPICIOUS_PERCENT = 80;

/** Reports that most clicks come from one address: a proxy that is not trusted hides the visitors' addresses. */
export function judgeTopAddress(top: TopAddress | null, trusted: readonly string[]): CheckResult {
  if (!top) return ok("origins", "no clicks within the last hour");
  const { address, clicks, ofClicks, isPrivate } = top;
  const percent = Math.floor((clicks * 100) / ofClicks);
  const detail = `${percent}% of the last hour's ${ofClicks} clicks come from ${address}`;
  if (ofClicks < MIN_CLICKS || percent < SUSPICIOUS_PERCENT) {
    return ok("origins", `at most ${percent}% of the last hour's clicks come from one address`);
  }
  const named = trusted.length > 0 ? `, which names ${trusted.join(", ")}` : "";
  return isPrivate
    ? fail(
        "origins",
        `${detail}, a private address: a proxy is not trusted`,
        `Add it to TRUSTED_PROXIES${named}. Until then nearly all clicks are repeats and pay nothing.`,
      )
    : warn(
        "origins",
        detail,
        `If it is your proxy or CDN, add it to TRUSTED_PROXIES${named}; else look at \`fairclick clicks top --by address\`.`,
      );
}

/** Proposes rules for `held` that refuse too many people. Nothing changes by itself. */
export function judgeTrials(trials: ListedTrial[]): CheckResult {
  const proposed = trials.filter(({ aboveBound, effect }) => aboveBound && effect === "invalid");
  if (proposed.length === 0) return ok("rules", "none is proven to refuse too many people");
  return warn(
    "rules",
    proposed.map(({ signal, text }) => `${signal}: ${text}`).join(" "),
    "Consider setting them to held; the page /terms shows the figures.",
  );
}
