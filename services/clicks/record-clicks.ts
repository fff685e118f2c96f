import { createHash } from "node:crypto";
import { findSignals } from "@fairclick/core/clicks/checks";
import {
  type Click,
  clickSchema,
  findNewerVersion,
  packEntry,
  referrerHost,
} from "@fairclick/core/clicks/click";
import { policy } from "@fairclick/core/clicks/release-policy";
import { findInAppBrowser } from "@fairclick/core/clicks/user-agent";
import { findAddressFacts, findCountry, type IpData, noIpData } from "@fairclick/core/ip/ip-data";
import { ipKey } from "@fairclick/core/ip/numbers";
import { recordClicks as recordClicksJob } from "@fairclick/core/jobs";
import { memoize } from "@fairclick/core/memory";
import { findVisitorTraces } from "@fairclick/sql/accounts/devices";
import {
  findMovedBefore,
  insertParkedJobs,
  insertPendingClicks,
  type PendingClick,
} from "@fairclick/sql/clicks/pending-clicks";
import { findDataError, withTx } from "@fairclick/sql/db/tx";
import Bowser from "bowser";
import { type DeviceKeys, getDeviceKeys } from "../accounts/devices";
import type { Ctx } from "../context";
import { type DeliveredJob, toParkedJob, UnknownVersionError } from "../queue/jobs";

/**
 * Stores clicks with the signals that the checks find. Idempotent by click id; returns how many
 * were new. All or none: one click that cannot be stored fails them all.
 */
export async function recordClicks(
  ctx: Ctx,
  clicks: Click[],
  ipData: IpData = noIpData,
): Promise<number> {
  const deviceKeys = await getDeviceKeys(ctx.db);
  // Sorted, so that two deliveries of the same clicks cannot deadlock.
  const known = [...clicks]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((click) => ({
      click,
      address: findAddressFacts(ipData, click.ip),
      ...identify(click, deviceKeys),
    }));
  const traces = await findVisitorTraces(
    ctx.db.sql,
    known.map(({ click: { at, campaignId, creatorId }, ipKey, deviceKey }) => ({
      clickedAt: at,
      campaignId,
      creatorId,
      ipKey,
      deviceKey,
    })),
    policy,
  );
  const pending = known.map(
    ({ click, address, ...keys }, place): PendingClick => ({
      ...keys,
      id: click.id,
      clickedAt: click.at,
      campaignId: click.campaignId,
      creatorId: click.creatorId,
      ip: click.ip,
      method: click.method,
      userAgent: click.userAgent,
      linkName: click.linkName ?? null,
      referrer: click.referrer,
      country: findCountry(ipData, click.ip),
      ...describeVisitor(click.userAgent),
      referrerHost: referrerHost(click.referrer),
      ipDataVersion: ipData.version,
      asn: address.asn ?? null,
      signals: findSignals(click, {
        signedIn: traces[place]?.signedIn ?? [],
        marked: traces[place]?.marked ?? [],
        address,
      }),
    }),
  );
  return withTx(ctx.db, (tx) => insertPendingClicks(tx, pending));
}

function identify(click: Click, deviceKeys: DeviceKeys) {
  return {
    ipKey: ipKey(click.ip),
    deviceKey: click.device ? deviceKeys.known(click.device) : deviceKeys.weak(click),
    weakKey: click.device ? deviceKeys.weak(click) : null,
    deviceKnown: click.device !== null,
  };
}

export type Recorded = { recorded: number; parked: number };

/**
 * Records a delivery and parks the items that cannot be recorded: those that are not clicks, and
 * those with values that Postgres refuses. Throws any other failure, which a retry may fix.
 */
export async function recordOrPark(
  ctx: Ctx,
  delivered: readonly unknown[],
  ipData?: IpData,
): Promise<Recorded> {
  const clicks: Click[] = [];
  let parked = 0;
  for (const each of delivered) {
    const click = clickSchema.safeParse(each);
    if (click.success && !(await hasMoved(ctx, click.data))) clicks.push(click.data);
    else {
      await park(ctx, each, click.error ?? new Error("The clicks of its day are in ClickHouse"));
      parked += 1;
    }
  }
  const rest = await recordInParts(ctx, clicks, ipData);
  return { recorded: rest.recorded, parked: parked + rest.parked };
}

/** No day moves earlier than weeks later, so nearly no click needs the query. */
const SURELY_HERE_MS = 14 * 86_400_000;

/** A click that comes for a day that is no longer in Postgres may be there already, judged and paid. */
async function hasMoved({ db, now }: Ctx, { at }: Click): Promise<boolean> {
  if (!db.clickhouse || now().getTime() - at < SURELY_HERE_MS) return false;
  const before = await findMovedBefore(db.sql);
  return before !== null && at < before.getTime();
}

/** Splits a refused batch in halves until the refused click is alone. */
async function recordInParts(ctx: Ctx, clicks: Click[], ipData?: IpData): Promise<Recorded> {
  if (clicks.length === 0) return { recorded: 0, parked: 0 };
  try {
    return { recorded: await recordClicks(ctx, clicks, ipData), parked: 0 };
  } catch (error) {
    const refused = findDataError(error);
    if (!refused) throw error;
    if (clicks.length === 1) {
      await park(ctx, clicks[0], refused);
      return { recorded: 0, parked: 1 };
    }
    const middle = Math.ceil(clicks.length / 2);
    const first = await recordInParts(ctx, clicks.slice(0, middle), ipData);
    const second = await recordInParts(ctx, clicks.slice(middle), ipData);
    return { recorded: first.recorded + second.recorded, parked: first.parked + second.parked };
  }
}

/** Parks one entry as a job of its own. Its id follows from its content, so that it is parked once. */
async function park(ctx: Ctx, entry: unknown, error: Error): Promise<void> {
  const payload = packEntry(entry);
  const click = parkedClickSchema.safeParse(entry).data;
  const digest = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
  const jobId = click ? `${click.at}-${click.id}` : `entry-${digest}`;
  ctx.log.error({ err: error, jobId }, "A click was parked");
  const parked = toParkedJob({
    queue: recordClicksJob.name,
    jobId,
    payload,
    problem: error.message,
    state: "parked",
    sentAt: click ? new Date(click.at) : ctx.now(),
    parkedAt: ctx.now(),
  });
  await insertParkedJobs(ctx.db.sql, [parked]);
}

const parkedClickSchema = clickSchema.pick({ at: true, id: true });

/** Long enough for a rolling upgrade; settlement waits for these clicks meanwhile. */
const WAIT_FOR_UPGRADE_MS = 60 * 60_000;
/** The pauses add up to an hour too, for a job that lay in a queue without a worker. */
const TRIES_FOR_UPGRADE = 60;

type Delivery = { payload: unknown; problem: string; job: DeliveredJob };

/**
 * Parks a job with a payload that is not a batch of clicks: in its queue it would stop settlement for
 * good. A batch of a newer version is retried for an hour first, because a newer worker can record
 * it.
 */
export async function parkUnreadableClicks(ctx: Ctx, delivery: Delivery): Promise<void> {
  const { payload, problem, job } = delivery;
  const version = findNewerVersion(payload);
  const waitedMs = ctx.now().getTime() - job.sentAt.getTime();
  const isPatient = waitedMs < WAIT_FOR_UPGRADE_MS || job.attempt < TRIES_FOR_UPGRADE;
  if (version !== null && isPatient) {
    throw new UnknownVersionError(
      `The clicks are packed in version ${version}, which this worker does not know. Run a newer worker`,
    );
  }
  ctx.log.error({ jobId: job.id, problem }, "A job of clicks was parked");
  const parked = toParkedJob({
    queue: recordClicksJob.name,
    jobId: job.id,
    payload,
    problem,
    state: "parked",
    sentAt: job.sentAt,
    parkedAt: ctx.now(),
  });
  await insertParkedJobs(ctx.db.sql, [parked]);
}

export type VisitorDescription = { deviceClass: string; browser: string };

/** Common names. Everything else is 'Other', so that the statistics stay short. */
const families: ReadonlyMap<string, string> = new Map([
  ["Chrome", "Chrome"],
  ["Chromium", "Chrome"],
  ["Safari", "Safari"],
  ["Firefox", "Firefox"],
  ["Focus", "Firefox"],
  ["Microsoft Edge", "Edge"],
  ["Opera", "Opera"],
  ["Samsung Internet for Android", "Samsung Internet"],
  ["Android Browser", "Android Browser"],
  ["UC Browser", "UC Browser"],
  ["Yandex Browser", "Yandex"],
  ["Vivaldi", "Vivaldi"],
  ["Brave", "Brave"],
  ["DuckDuckGo", "DuckDuckGo"],
  ["Internet Explorer", "Internet Explorer"],
]);
const deviceClasses: ReadonlyMap<string, string> = new Map([
  ["mobile", "phone"],
  ["tablet", "tablet"],
  ["desktop", "desktop"],
  ["tv", "tv"],
]);

/** Returns the browser and the kind of device; both 'unknown' without a user agent. */
export function describeVisitor(userAgent: string | null): VisitorDescription {
  return userAgent ? describeUserAgent(userAgent) : { deviceClass: "unknown", browser: "unknown" };
}

/** Game consoles, which their browsers name. */
const consoles = /playstation|xbox|nintendo/i;

const describeUserAgent = memoize((userAgent): VisitorDescription => {
  const { browser, platform } = Bowser.parse(userAgent);
  const inApp = findInAppBrowser(userAgent) !== null;
  return {
    deviceClass: consoles.test(userAgent)
      ? "console"
      : (deviceClasses.get(platform.type ?? "") ?? "other"),
    browser: inApp ? "In an app" : (families.get(browser.name ?? "") ?? "Other"),
  };
});

export type ClickRecorder = {
  /** Resolves when the clicks are recorded; rejects if their transaction fails. */
  record: (clicks: readonly unknown[]) => Promise<void>;
};

type Waiting = { clicks: readonly unknown[]; recorded: PromiseWithResolvers<void> };

/** Clicks of one transaction, unless one job has more. */
const CLICKS_AT_ONCE = 500;
const CONCURRENCY = 4;

/**
 * Records the clicks of jobs that arrive within `gatherMs` together: a transaction costs as much as
 * recording many clicks.
 */
export function createClickRecorder(
  record: (clicks: unknown[]) => Promise<void>,
  gatherMs: number,
): ClickRecorder {
  let waiting: Waiting[] = [];
  const runGroup = async (group: Waiting[]) => {
    try {
      await record(group.flatMap(({ clicks }) => clicks));
      for (const { recorded } of group) recorded.resolve();
    } catch (error) {
      for (const { recorded } of group) recorded.reject(error);
    }
  };
  const runAll = async () => {
    const groups = toGroups(waiting);
    waiting = [];
    const runNext = async () => {
      for (let group = groups.shift(); group; group = groups.shift()) await runGroup(group);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
  };
  return {
    record: (clicks) => {
      const recorded = Promise.withResolvers<void>();
      if (waiting.length === 0) setTimeout(runAll, gatherMs);
      waiting.push({ clicks, recorded });
      return recorded.promise;
    },
  };
}

function toGroups(jobs: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  let room = 0;
  for (const job of jobs) {
    const { length } = job.clicks;
    if (length <= room) groups.at(-1)?.push(job);
    else groups.push([job]);
    room = (length <= room ? room : CLICKS_AT_ONCE) - length;
  }
  return groups;
}
