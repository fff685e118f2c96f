import type { ClickDetail } from "@fairclick/core/clicks/flagged-clicks-schema";
import { policy } from "@fairclick/core/clicks/policy";
import type { Signal } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import {
  type ClickDetailRow,
  findClick,
  listDecisions,
  listNeighbours,
  listRecord,
  type NeighbourRow,
  type RecordRow,
} from "@fairclick/sql/clicks/click-details";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { presentListedClick } from "./present-listed-click";
import { guessSpan, wholeSpan } from "./span-of-click";

/** How far around a click its neighbours are shown, and how many. */
const NEIGHBOUR_SECONDS = 600;
const MOST_NEIGHBOURS = 50;

/** Everything that is known of a click, for who decides about it. */
export async function showFlaggedClick(
  ctx: Pick<Ctx, "db">,
  { id }: { id: string },
): Promise<ClickDetail> {
  return withTx(
    ctx.db,
    async (tx) => {
      const click = await getClick(tx, id);
      const around = { of: click, seconds: NEIGHBOUR_SECONDS, limit: MOST_NEIGHBOURS + 1 };
      const neighbours = await listNeighbours(tx, around);
      const record = await listRecord(tx, click.creatorId);
      const decisions = await listDecisions(tx, id);
      return {
        ...presentClick(click),
        neighbours: presentNeighbours(neighbours),
        link: presentLink(click, record),
        creator: presentCreator(click, record),
        decisions: decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
      };
    },
    limitedRead,
  );
}

async function getClick(tx: Tx, id: string): Promise<ClickDetailRow> {
  const guess = guessSpan(id);
  const click =
    (guess && (await findClick(tx, { id, span: guess }))) ??
    (await findClick(tx, { id, span: wholeSpan }));
  if (!click) throw new AppError("not_found", `There is no click ${id}`);
  return click;
}

function presentClick(click: ClickDetailRow) {
  const { transactionId, paidAt, ipDataVersion, ipData } = click;
  return {
    ...presentListedClick(click),
    recordedAt: click.recordedAt.toISOString(),
    method: click.method,
    userAgent: click.userAgent,
    referrer: click.referrer,
    asn: click.asn,
    deviceKey: click.deviceKey,
    deviceKnown: click.deviceKnown,
    policyVersion: click.policyVersion,
    evidence: click.found.map(presentSignal),
    ipData:
      ipDataVersion !== null && ipData ? { version: ipDataVersion, lists: ipData.lists } : null,
    payment:
      transactionId !== null && paidAt
        ? { transactionId, at: paidAt.toISOString(), reference: click.paidReference }
        : null,
    appealId: click.appealId,
    appealText: click.appealText,
  };
}

/** By the rules of today: an older version of them may have made something else of a signal. */
function presentSignal({ signal, evidence }: Signal) {
  const effect = Object.hasOwn(policy.effects, signal) ? policy.effects[signal] : null;
  return { signal, effect, facts: evidence };
}

function presentNeighbours(rows: NeighbourRow[]): ClickDetail["neighbours"] {
  const clicks = rows
    .slice(0, MOST_NEIGHBOURS)
    .sort((a, b) => a.clickedAt.getTime() - b.clickedAt.getTime())
    .map(({ clickedAt, paidMicros, ...row }) => ({
      ...row,
      clickedAt: clickedAt.toISOString(),
      paidMicros: paidMicros.toString(),
    }));
  return { seconds: NEIGHBOUR_SECONDS, clicks, isPartial: rows.length > MOST_NEIGHBOURS };
}

function presentLink(click: ClickDetailRow, record: RecordRow[]): ClickDetail["link"] {
  if (!click.linkJoinedAt) return null;
  return {
    joinedAt: click.linkJoinedAt.toISOString(),
    disabledAt: click.linkDisabledAt?.toISOString() ?? null,
    disabledBy: click.linkDisabledBy,
    clicks: count(record.filter(({ campaignId }) => campaignId === click.campaignId)),
  };
}

function presentCreator(click: ClickDetailRow, record: RecordRow[]): ClickDetail["creator"] {
  const clicks = count(record);
  const judged = clicks.valid + clicks.invalid + clicks.held;
  return {
    createdAt: click.creatorCreatedAt.toISOString(),
    suspendedAt: click.creatorSuspendedAt?.toISOString() ?? null,
    clicks,
    validPercent: judged === 0 ? null : Math.round((clicks.valid / judged) * 1_000) / 10,
    paidMicros: record.reduce((sum, row) => sum + row.paidMicros, 0n).toString(),
    earningsMicros: click.earningsMicros.toString(),
    debtMicros: (-click.debtMicros).toString(),
  };
}

function count(record: RecordRow[]) {
  const of = (verdict: string) =>
    Number(record.reduce((sum, row) => sum + (row.verdict === verdict ? row.clicks : 0n), 0n));
  return { valid: of("valid"), invalid: of("invalid"), held: of("held"), unpaid: of("unpaid") };
}
