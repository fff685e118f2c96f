import { listTrials } from "@fairclick/core/clicks/rule-trials";
import { countCountryCampaigns } from "@fairclick/sql/campaigns/campaigns";
import { countOpenFindings } from "@fairclick/sql/clicks/findings";
import { findTopAddress } from "@fairclick/sql/clicks/suspects";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
import { connect, type Db } from "@fairclick/sql/db/client";
import { findConnectionFault } from "@fairclick/sql/db/errors";
import { findMigrationState } from "@fairclick/sql/db/migrate";
import { measureClockDifference } from "@fairclick/sql/db/secrets";
import { readArchiveState } from "@fairclick/sql/operations/status";
import pino from "pino";
import { getPolicyAt } from "../../clicks/policy/read-policy";
import type { Config } from "../../config";
import { hasCountryData } from "../../ip/countries/has-country-data";
import { getIpDataStatus } from "../../ip/get-ip-data-status";
import { openQueue } from "../../queue/open-queue";
import { judgeClock, judgeVitals } from "../health/judge-vitals";
import { createVitalsReader } from "../health/read-vitals";
import { REFUSED_PARAMETER } from "../health/refuse-unfit-connections";
import { type CheckResult, fail, ok, warn } from "./check-result";
import { judgeBackup } from "./judge-backup";
import { judgeCountries } from "./judge-countries";
import { judgeOpenFindings } from "./judge-open-findings";
import { judgeTopAddress } from "./judge-top-address";
import { judgeTrials } from "./judge-trials";

const OLDEST_VERSION = 15;

export async function examineDatabase(
  config: Pick<
    Config,
    "databaseUrl" | "redisUrl" | "clickWindowSeconds" | "ipDataUrl" | "trustedProxies" | "appUrl"
  >,
): Promise<CheckResult[]> {
  const db = connect(config.databaseUrl, { max: 1, applicationName: "fairclick doctor" });
  try {
    const connections = await examineConnections(config.databaseUrl);
    if (connections.status === "fail") return [connections];
    const results = [
      connections,
      await examineServer(db),
      await examineDurability(db),
      await examineMigrations(db),
      judgeClock(await measureClockDifference(db.sql)),
    ];
    if (results.some(({ status }) => status === "fail")) return results;
    return [
      ...results,
      ...(await examineWork(db, config)),
      await examineIpData(db, config),
      judgeCountries({
        isKnown: await hasCountryData(db.sql),
        campaigns: await countCountryCampaigns(db.sql, new Date()),
      }),
      await examineTrials(db, config),
      judgeOpenFindings(await countOpenFindings(db.sql)),
      judgeTopAddress(await findTopAddress(db.sql), config.trustedProxies),
      judgeBackup(await readArchiveState(db.sql), new Date()),
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

const HOUR_MS = 3_600_000;

async function examineIpData(
  db: Db,
  { ipDataUrl }: Pick<Config, "ipDataUrl">,
): Promise<CheckResult> {
  const now = new Date();
  const { lists, warnings } = await getIpDataStatus({ db, now: () => now }, { baseUrl: ipDataUrl });
  const [warning] = warnings;
  if (warning) {
    const advice = ipDataUrl
      ? "Run `fairclick ip-data update`; a worker does it daily."
      : "Downloads are off: set IP_DATA_URL to a mirror, or unset it.";
    return warn("ip data", warning.split(" Run `", 1)[0] ?? "", advice);
  }
  const checked = lists.flatMap(({ checkedAt }) => (checkedAt ? [checkedAt.getTime()] : []));
  const hours = Math.floor((now.getTime() - Math.min(...checked)) / HOUR_MS);
  return ok("ip data", `${checked.length} lists, the oldest confirmed ${hours} h ago`);
}

/** Checks workers, settlement, jobs and the books. */
async function examineWork(
  db: Db,
  config: Pick<Config, "databaseUrl" | "redisUrl" | "clickWindowSeconds">,
): Promise<CheckResult[]> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    const vitals = await createVitalsReader({ db, queue })();
    return judgeVitals(vitals, config.clickWindowSeconds);
  } finally {
    await queue.close();
  }
}
