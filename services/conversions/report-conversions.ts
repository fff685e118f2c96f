import { createHmac } from "node:crypto";
import { isTestClickId } from "@fairclick/core/campaigns/destination";
import { isArrival, isReturn } from "@fairclick/core/conversions/conversions";
import {
  isReportable,
  JOINED,
  MAX_PLAYERS_BEYOND_CLICKS,
  parseLinkCode,
  type ReadReport,
  type RefusalReason,
  type Report,
  readReport,
} from "@fairclick/core/conversions/report";
import type { CampaignId, UserId } from "@fairclick/core/ids";
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
  countSharedPlayers,
  findReportedLinks,
  insertPlayers,
  markReturned,
  type ReportedLink,
  type SharedPlayer,
} from "@fairclick/sql/conversions/players";
import { withTx } from "@fairclick/sql/db/tx";
import { requireCampaign } from "../changes";
import { type Ctx, getSecret } from "../context";

export type ReportOutcome =
  | { status: "accepted" | "duplicate" | "test" }
  | { status: "refused"; reason: RefusalReason };

type Refused = { step: "refused"; reason: RefusalReason };
type Shared = { step: "shared" } & SharedReport;
type Read =
  | { step: "test"; event: string }
  | { step: "read"; report: ReadReport }
  | Shared
  | Refused;
type Found = { step: "found"; report: ReadReport; click: ReportedClick };
type Judged = { step: "test" } | Found | Shared | Refused;

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
  const shared = judged.filter((each) => each.step === "shared");
  const outcomes = await reportShared(ctx, shared, { campaignId, ownEvents: scope.ownEvents });
  const sharedOutcomes = new Map(shared.map((each, at) => [each, outcomes[at]]));
  return judged.map((each): ReportOutcome => {
    if (each.step === "shared") return sharedOutcomes.get(each) ?? unanswered();
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
  const code = parseLinkCode(clickId);
  if (code !== null) return { step: "shared", code, report };
  const read = readReport(report, scope);
  return read.ok ? { step: "read", report: read.report } : { step: "refused", reason: read.reason };
}

function unanswered(): never {
  throw new Error("A report has no outcome");
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

type SharedReport = { code: string; report: Report };
type Scope = { campaignId: CampaignId; ownEvents: ReadonlySet<string> };

/**
 * Counts the players that a game reports with the launch data of a creator's share link. They prove no click:
 * they are shown as reported, and nothing is judged or paid by them. Returns one outcome per report, in
 * the same order.
 */
async function reportShared(
  ctx: Ctx,
  reports: readonly SharedReport[],
  { campaignId, ownEvents }: Scope,
): Promise<ReportOutcome[]> {
  if (reports.length === 0) return [];
  const codes = [...new Set(reports.map(({ code }) => code))];
  const found = await findReportedLinks(ctx.db.sql, { campaignId, codes });
  const links = new Map(found.map((link) => [link.code, link]));
  const secret = await getSecret(ctx.db, "players");
  const players = new Map<string, SharedPlayer>();
  const read = reports.map(({ code, report }) => {
    const checked = checkReport(report, links.get(code), ownEvents);
    if (checked.status === "refused") return checked;
    const hash = hashPlayer(secret, campaignId, checked.player);
    const player = Buffer.from(hash).toString("hex");
    const key = `${report.event} ${player}`;
    if (!players.has(key)) {
      players.set(key, { creatorId: checked.creatorId, event: report.event, player });
    }
    return { status: "read" as const, key };
  });
  const fresh = await count(ctx, campaignId, [...players.values()]);
  return read.map((each): ReportOutcome => {
    if (each.status === "refused") return each;
    return { status: fresh.delete(each.key) ? "accepted" : "duplicate" };
  });
}

type Checked =
  | { status: "checked"; creatorId: UserId; player: string }
  | Extract<ReportOutcome, { status: "refused" }>;

function checkReport(
  { event, player }: Report,
  link: ReportedLink | undefined,
  ownEvents: ReadonlySet<string>,
): Checked {
  if (!link) return { status: "refused", reason: "unknown_link" };
  if (event !== JOINED && !ownEvents.has(event)) {
    return { status: "refused", reason: "unknown_link_event" };
  }
  if (player === undefined) return { status: "refused", reason: "needs_player" };
  if (link.players >= link.clicks + BigInt(MAX_PLAYERS_BEYOND_CLICKS)) {
    return { status: "refused", reason: "more_than_clicks" };
  }
  return { status: "checked", creatorId: link.creatorId, player };
}

async function count(
  ctx: Ctx,
  campaignId: CampaignId,
  players: SharedPlayer[],
): Promise<Set<string>> {
  if (players.length === 0) return new Set();
  const fresh = await countSharedPlayers(ctx.db.sql, { campaignId, players, at: ctx.now() });
  return new Set(fresh.map(({ event, player }) => `${event} ${player}`));
}

/**
 * `accepted` counts once and as long as the click is valid. The outcome does not reveal the verdict:
 * a developer who knew which clicks were refused could keep their players' returns to themselves.
 */
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
