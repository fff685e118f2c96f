import { createHmac } from "node:crypto";
import { isTestClickId } from "@fairclick/core/campaigns/destination";
import { TRIAL_DAYS } from "@fairclick/core/clicks/rule-trials";
import {
  isArrival,
  isFarBelow,
  isReturn,
  medianRate,
} from "@fairclick/core/conversions/conversions";
import {
  isReportable,
  lastCompleteDay,
  type ReadReport,
  type RefusalReason,
  type Report,
  readReport,
} from "@fairclick/core/conversions/report";
import type { CampaignId } from "@fairclick/core/ids";
import {
  countWaitingConversions,
  findReportedClicks,
  insertConversions,
  listOwnEvents,
  markKeyTested,
  markKeyUsed,
  type NewConversion,
  type ReportedClick,
} from "@fairclick/sql/conversions/conversions";
import {
  countArrivals,
  countReturns,
  insertPlayers,
  lockCounting,
  markReturned,
} from "@fairclick/sql/conversions/players";
import {
  type JoinCounts,
  listJoinCounts,
  replaceJoinRates,
  replaceTrials,
} from "@fairclick/sql/conversions/trials";
import { withTx } from "@fairclick/sql/db/tx";
import { requireCampaign } from "../changes";
import { type Ctx, getSecret } from "../context";

/**
 * `accepted` counts once and as long as the click is valid. The outcome does not reveal the verdict:
 * a developer who knew which clicks were refused could keep their players' returns to themselves.
 */
export type ReportOutcome =
  | { status: "accepted" | "duplicate" | "test" }
  | { status: "refused"; reason: RefusalReason };

type Refused = { step: "refused"; reason: RefusalReason };
type Read = { step: "test"; event: string } | { step: "read"; report: ReadReport } | Refused;
type Found = { step: "found"; report: ReadReport; click: ReportedClick };
type Judged = { step: "test" } | Found | Refused;

/**
 * Stores conversions that a campaign's server reports. Returns one outcome per report, in the same
 * order. A repeated click and event, in this call or another, is a duplicate and changes nothing.
 */
export async function reportConversions(ctx: Ctx, reports: Report[]): Promise<ReportOutcome[]> {
  const { campaignId, keyId } = requireCampaign(ctx);
  const now = ctx.now();
  await markKeyUsed(ctx.db.sql, { id: keyId, at: now });
  const own = await listOwnEvents(ctx.db.sql, campaignId);
  const scope = { ownEvents: new Set(own.map((event) => event.name)), now };
  const read = reports.map((report) => readStep(report, scope));
  const test = read.findLast((each) => each.step === "test");
  if (test) await markKeyTested(ctx.db.sql, { id: keyId, at: now, event: test.event });
  const clicks = await findClicks(ctx, read);
  const judged = read.map(
    (each): Judged => (each.step === "read" ? judgeStep(each.report, clicks, campaignId) : each),
  );
  const found = judged.filter((each) => each.step === "found");
  const fresh = await write(ctx, found);
  await recordPlayers(ctx, found);
  return judged.map((each): ReportOutcome => {
    if (each.step === "refused") return { status: "refused", reason: each.reason };
    if (each.step === "test") return { status: "test" };
    return { status: fresh.delete(reportKey(each.report)) ? "accepted" : "duplicate" };
  });
}

function readStep(report: Report, scope: { ownEvents: ReadonlySet<string>; now: Date }): Read {
  const { clickId, event } = report;
  if (isTestClickId(clickId)) {
    return isReportable(event, scope.ownEvents)
      ? { step: "test", event }
      : { step: "refused", reason: "unknown_event" };
  }
  const read = readReport(report, scope);
  return read.ok ? { step: "read", report: read.report } : { step: "refused", reason: read.reason };
}

async function findClicks(ctx: Ctx, read: Read[]): Promise<Map<string, ReportedClick>> {
  const asked = new Map<string, ReadReport>();
  for (const each of read) {
    if (each.step === "read") asked.set(each.report.clickId, each.report);
  }
  if (asked.size === 0) return new Map();
  const found = await findReportedClicks(ctx.db.sql, [...asked.values()]);
  return new Map(found.map((click) => [click.clickId, click]));
}

/** A report is stored whatever its click's verdict: the verdict may change, and may be wrong. */
function judgeStep(
  report: ReadReport,
  clicks: ReadonlyMap<string, ReportedClick>,
  campaignId: CampaignId,
): Found | Refused {
  const click = clicks.get(report.clickId);
  if (!click) return { step: "refused", reason: "unknown_click" };
  return click.campaignId === campaignId
    ? { step: "found", report, click }
    : { step: "refused", reason: "other_campaign" };
}

/**
 * Returns the keys of the new reports. They are stored uncounted and counted by a separate
 * statement that reads the verdict again, so a verdict that changes in between is not missed.
 */
async function write(ctx: Ctx, found: Found[]): Promise<Set<string>> {
  if (found.length === 0) return new Set();
  const inserted = await insertConversions(ctx.db.sql, found.map(toConversion));
  if (inserted.length > 0) {
    const clickIds = [...new Set(inserted.map(({ clickId }) => clickId))];
    await withTx(ctx.db, (tx) => countWaitingConversions(tx, clickIds));
  }
  return new Set(inserted.map(reportKey));
}

function toConversion({ report, click }: Found): NewConversion {
  const { clickId, clickedAt, event, at, valueMicros } = report;
  const { campaignId, creatorId } = click;
  return { clickId, event, campaignId, creatorId, clickedAt, at, valueMicros };
}

function reportKey({ clickId, event }: { clickId: string; event: string }): string {
  return `${clickId} ${event}`;
}

const PLAYER_BYTES = 16;

/**
 * Stores which players arrived and came back, whatever the verdict of their click. Idempotent: a
 * repeated report completes one that was interrupted.
 */
async function recordPlayers(ctx: Pick<Ctx, "db" | "now">, found: Found[]): Promise<void> {
  const named = found.flatMap(({ report, click }) =>
    report.player === null ? [] : [{ report, click, name: report.player }],
  );
  if (named.length === 0) return;
  const secret = await getSecret(ctx.db, "players");
  const receivedAt = ctx.now();
  const players = named.map(({ report, click, name }) => ({
    ...click,
    clickedAt: report.clickedAt,
    event: report.event,
    at: report.at,
    player: hashPlayer(secret, click.campaignId, name),
  }));
  const arrived = players.filter((player) => isArrival({ ...player, receivedAt }));
  if (arrived.length > 0) await insertPlayers(ctx.db.sql, arrived);
  const returned = players.filter(({ event }) => isReturn(event));
  if (returned.length > 0) await markReturned(ctx.db.sql, returned);
}

/** Differs per campaign, so that nobody can follow a player from game to game. */
function hashPlayer(secret: Uint8Array, campaignId: CampaignId, name: string): Uint8Array {
  const hash = createHmac("sha256", secret).update(`${campaignId} ${name}`).digest();
  return hash.subarray(0, PLAYER_BYTES);
}

const DAY_MS = 86_400_000;

/**
 * Measures the join rates of all campaigns and the figures of all rules over the last `TRIAL_DAYS` days
 * in which players have had a whole retention day to come back. Does nothing while another worker counts.
 */
export async function measureRules(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  const toDay = lastCompleteDay(1, at);
  const from = new Date(Date.parse(toDay) - (TRIAL_DAYS - 1) * DAY_MS);
  const span = { fromDay: from.toISOString().slice(0, 10), toDay };
  await withTx(
    ctx.db,
    async (tx) => {
      if (!(await lockCounting(tx))) return;
      await replaceJoinRates(tx, { rates: rate(await listJoinCounts(tx, span)), at });
      await replaceTrials(tx, { ...span, at });
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** The median is of campaigns that report players: a genre of silent games would have the median 0. */
function rate(counts: JoinCounts[]) {
  const medians = new Map(
    [...Map.groupBy(counts, ({ genre }) => genre)].map(([genre, own]) => {
      const reporting = own.filter(({ joined }) => joined > 0);
      return [genre, medianRate(reporting.map(({ clicks, joined }) => joined / clicks))];
    }),
  );
  return counts.map(({ campaignId, genre, clicks, joined }) => {
    const genreRate = medians.get(genre) ?? null;
    const isFar = isFarBelow({ clicks, joined }, genreRate);
    return { campaignId, clicks, joined, genreRate, isFarBelow: isFar };
  });
}

const SLICE = 2_000;
/** The next run continues. */
const SLICES_A_RUN = 20;

/**
 * Counts players and their returns under the rules that judged their clicks. Returns how many reports
 * it took; 0 if another worker is counting.
 */
export async function countPlayers(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  let total = 0;
  for (let slice = 0; slice < SLICES_A_RUN; slice += 1) {
    const taken = await withTx(ctx.db, async (tx) => {
      if (!(await lockCounting(tx))) return 0;
      const arrivals = await countArrivals(tx, SLICE);
      return arrivals + (await countReturns(tx, { now: ctx.now(), limit: SLICE }));
    });
    total += taken;
    if (taken === 0) break;
  }
  return total;
}

/** Counts, holds or postpones every conversion of a judged click. Returns how many changed. */
export async function countConversions(ctx: Pick<Ctx, "db">): Promise<number> {
  return withTx(ctx.db, (tx) => countWaitingConversions(tx, null), {
    statementTimeoutMs: 60_000,
  });
}
