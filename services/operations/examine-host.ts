import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { listTrials } from "@fairclick/core/clicks/rule-trials";
import { countCountryCampaigns } from "@fairclick/sql/campaigns/campaigns";
import { countOpenFindings } from "@fairclick/sql/clicks/findings";
import { findTopAddress } from "@fairclick/sql/clicks/suspects";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
import { connect, type Db } from "@fairclick/sql/db/client";
import { findMigrationState } from "@fairclick/sql/db/migrate";
import { findConnectionFault } from "@fairclick/sql/db/tx";
import { readArchiveState, tryToWrite } from "@fairclick/sql/operations/status";
import pino from "pino";
import { getPolicyAt } from "../clicks/judging-policy";
import type { Config } from "../config";
import { hasCountryData } from "../ip/ip-data";
import { openQueue } from "../queue/open-queue";
import { findExistingFolder, measureSpool } from "../queue/spool-folder";
import {
  type CheckResult,
  fail,
  judgeBackup,
  judgeCountries,
  judgeOpenFindings,
  judgeTopAddress,
  judgeTrials,
  ok,
  warn,
} from "./judge-backup";
import { REFUSED_PARAMETER } from "./refuse-unfit-connections";
import { type CheckSettings, judgeVitals, readVitals } from "./vitals";

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

const MEGABYTE = 1_000_000;
const WARN_BYTES = 1_000 * MEGABYTE;
const FAIL_BYTES = 50 * MEGABYTE;

/** Checks the free space of the data folder, where clicks are spooled while the queue is down. */
export async function examineDisk({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const folder = await findExistingFolder(dataDir);
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const detail = `${Math.floor(free / MEGABYTE).toLocaleString("en-US")} MB free in ${dataDir}`;
    const advice = "Make room, or point DATA_DIR to a larger disk.";
    if (free < FAIL_BYTES) return fail("disk", detail, advice);
    return free < WARN_BYTES ? warn("disk", detail, advice) : ok("disk", detail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("disk", reason, "DATA_DIR must be a folder that this user may write to.");
  }
}

/** Checks for clicks on this disk that are not in the queue yet. */
export async function examineSpool({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const { folder, files, bytes, since, damaged } = await measureSpool(dataDir);
    if (since) {
      return warn(
        "spool",
        `${count(files)} of clicks (${bytes.toLocaleString("en-US")} bytes) in ${folder} since ${since.toISOString()}, not yet in the queue`,
        "An api that runs here sends them as soon as the queue accepts them; until then no page shows them.",
      );
    }
    return damaged.length > 0
      ? warn(
          "spool",
          `${count(damaged.length)} in ${folder} could not be read whole: ${damaged.join(", ")}`,
          "The clicks that could be read are in the queue. Look at the disk, then remove the file.",
        )
      : ok("spool", `no clicks wait in ${folder}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("spool", reason, "Run this as the user that api runs as.");
  }
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

export async function examineWebBuild({ webDist }: Pick<Config, "webDist">): Promise<CheckResult> {
  try {
    const { mtime } = await stat(join(webDist, "index.html"));
    return ok("web", `built ${mtime.toISOString()}`);
  } catch {
    return fail(
      "web",
      `there is no index.html in ${webDist}`,
      "Build it with `bun run build:web`, or set WEB_DIST to where it is.",
    );
  }
}

const DAY_MS = 86_400_000;
/** Usual clients renew a certificate 30 days before its end, so fewer days mean that renewal fails. */
const WARN_DAYS = 14;
const CONNECT_MS = 5_000;

export type Certificate = {
  validTo: Date;
  /** Why browsers would not trust it; null if they would. */
  problem: string | null;
};

/** Checks the certificates of `APP_URL` and `TRACKING_URL`, as a visitor's browser would. */
export async function examineCertificates(
  { appUrl, trackingUrl }: Pick<Config, "appUrl" | "trackingUrl">,
  now = new Date(),
): Promise<CheckResult[]> {
  const app = new URL(appUrl);
  const links = new URL(trackingUrl);
  const wanted = [
    { check: "tls", url: app },
    ...(links.host === app.host ? [] : [{ check: "tls links", url: links }]),
  ].filter(({ url }) => url.protocol === "https:");
  return Promise.all(
    wanted.map(async ({ check, url }) => {
      try {
        return judgeCertificate(check, url.host, { ...(await readCertificate(url)), now });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return warn(
          check,
          `${url.host} could not be reached from here: ${reason}`,
          "Check its certificate from a machine that reaches it.",
        );
      }
    }),
  );
}

export function judgeCertificate(
  check: string,
  host: string,
  { validTo, problem, now }: Certificate & { now: Date },
): CheckResult {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const until = `valid until ${validTo.toISOString().slice(0, 10)}`;
  const advice = `Renew the certificate of ${host}, and look why the renewal did not run.`;
  if (days < 0) return fail(check, `the certificate of ${host} has expired`, advice);
  if (problem !== null) {
    return fail(
      check,
      `browsers refuse the certificate of ${host}: ${problem}`,
      "Install a certificate of a public authority for this name, with its whole chain.",
    );
  }
  return days < WARN_DAYS
    ? warn(check, `the certificate of ${host} expires in ${days} days`, advice)
    : ok(check, `${host}, ${until}`);
}

/** Connects and returns the certificate, also one that is not trusted. Rejects after 5 seconds. */
export function readCertificate(url: URL): Promise<Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connectTls({
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: false,
    timeout: CONNECT_MS,
  });
  socket.once("secureConnect", () => {
    const { valid_to } = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    resolve({
      validTo: new Date(valid_to),
      problem: socket.authorized ? null : describe(error),
    });
    socket.destroy();
  });
  socket.once("timeout", () => {
    reject(new Error(`no answer within ${CONNECT_MS / 1_000} s`));
    socket.destroy();
  });
  socket.once("error", reject);
  return promise;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? "it is not trusted");
}
