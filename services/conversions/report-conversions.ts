import { isTestClickId } from "@fairclick/core/campaigns/destination";
import {
  isReportable,
  parseLinkCode,
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
  type NewConversion,
  type ReportedClick,
} from "@fairclick/sql/conversions/conversions";
import { markKeyTested, markKeyUsed } from "@fairclick/sql/conversions/keys";
import { withTx } from "@fairclick/sql/db/tx";
import { requireCampaign } from "../actor";
import type { Ctx } from "../context";
import { recordPlayers } from "./record-players";
import type { ReportOutcome } from "./report-outcome";
import { reportShared, type SharedReport } from "./report-shared";

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
