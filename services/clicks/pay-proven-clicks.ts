import { sumCosts } from "@fairclick/core/campaigns/status";
import type { Policy } from "@fairclick/core/clicks/policy";
import { PROOF_REASON, type ProofOutcome, proofRefusal } from "@fairclick/core/clicks/proofs";
import { softSignals } from "@fairclick/core/clicks/registry";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { isVouchedFor, type Signal, type SignalName } from "@fairclick/core/clicks/signal";
import { addClaim, findReachedLimit, type Spending } from "@fairclick/core/clicks/spending";
import type { CampaignId } from "@fairclick/core/ids";
import type { CampaignFunds, DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import { readSpending } from "@fairclick/sql/clicks/settlement/read-facts";
import {
  listCampaignsWithProofs,
  lockDueProofs,
  type ProofRow,
  updateProofs,
} from "@fairclick/sql/conversions/trials";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { applyDecision, lockFunds, makeAct } from "./decide-batch";
import { getPolicyAt } from "./judging-policy";

const CAMPAIGNS_A_RUN = 200;
const BATCH_SIZE = 500;
const HOUR_MS = 3_600_000;
/**
 * A click that the budget or a limit does not cover is tried again: other clicks may be reversed or
 * rejected.
 */
const TRY_AGAIN_MS = 6 * HOUR_MS;
const triedAgain: ReadonlySet<ProofOutcome> = new Set(["no_budget", "over_limit", "unusual"]);
const TRIES_END_MS = 30 * 24 * HOUR_MS;

/**
 * Pays clicks that soft rules refused or held if their players joined the game and came back, as far
 * as the budgets cover them. One transaction per campaign; safe to run twice and concurrently. Returns
 * how many clicks it paid.
 */
export async function payProvenClicks(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  const campaigns = await listCampaignsWithProofs(ctx.db.sql, { now, limit: CAMPAIGNS_A_RUN });
  const { windowSeconds } = release;
  const { effects } = await getPolicyAt(ctx.db.sql, { at: now, windowSeconds });
  let paid = 0;
  for (const campaignId of campaigns)
    paid += await payOnCampaign(ctx, { campaignId, now, effects });
  return paid;
}

type Visit = { campaignId: CampaignId; now: Date; effects: Policy["effects"] };

function payOnCampaign(ctx: Ctx, { campaignId, now, effects }: Visit) {
  return withTx(ctx.db, async (tx) => {
    const funds = await lockFunds(tx, campaignId);
    const rows = await lockDueProofs(tx, { campaignId, now, limit: BATCH_SIZE });
    if (rows.length === 0) return 0;
    const spending = await readSpending(
      tx,
      rows.map(({ creatorId, clickedAt }) => ({ campaignId, creatorId, at: clickedAt.getTime() })),
    );
    const choice = choose(rows, { funds, spending: spending.get(campaignId) ?? null, effects });
    const clicks = choice.filter(({ outcome }) => outcome === "paid").map(({ row }) => row);
    if (clicks.length > 0) await pay(ctx, tx, { campaignId, funds, rows: clicks });
    const proofs = choice.map(({ row, outcome }) => ({
      clickId: row.clickId,
      outcome,
      tryAt: triedAgain.has(outcome) ? nextTry(row, now) : null,
    }));
    await updateProofs(tx, proofs);
    return clicks.length;
  });
}

type Choice = { row: ProofRow; outcome: ProofOutcome };

/**
 * A held click has claimed its price and fee; others take what is unclaimed and within the limits. One player
 * and device is paid once. Adds to the spending.
 */
function choose(
  rows: ProofRow[],
  {
    funds,
    spending,
    effects,
  }: { funds: CampaignFunds; spending: Spending | null; effects: Policy["effects"] },
): Choice[] {
  const judgedBy = { effects, soft: softSignals };
  const players = new Set<string>();
  const devices = new Set<string>();
  const addresses = new Map<string, number>();
  let { freeMicros } = funds;
  return rows.map((row): Choice => {
    const { verdict, player, device } = row;
    const address = isVouchedFor(bySignal(row.signals)) ? null : row.address;
    if (verdict === null) return { row, outcome: "forgotten" };
    const refusal = proofRefusal(
      {
        ...row,
        verdict,
        signals: row.signals.map(({ signal }) => signal),
        playerPaid: row.playerPaid || players.has(player),
        devicePaid: row.devicePaid || (device !== null && devices.has(device)),
        addressPaid: address === null ? 0 : row.addressPaid + (addresses.get(address) ?? 0),
      },
      judgedBy,
    );
    if (refusal) return { row, outcome: refusal };
    if (verdict !== "held") {
      const costMicros = sumCosts([row]);
      if (freeMicros < costMicros) {
        return { row, outcome: funds.released ? "campaign_over" : "no_budget" };
      }
      const claim = { at: row.clickedAt.getTime(), creatorId: row.creatorId, costMicros };
      if (spending && findReachedLimit(spending, claim)) return { row, outcome: "over_limit" };
      if (spending) addClaim(spending, claim);
      freeMicros -= costMicros;
    }
    players.add(player);
    if (device !== null) devices.add(device);
    if (address !== null) addresses.set(address, (addresses.get(address) ?? 0) + 1);
    return { row, outcome: "paid" };
  });
}

function bySignal(signals: Signal[]): Map<SignalName, Signal> {
  return new Map(signals.map((each) => [each.signal, each]));
}

type Payment = { campaignId: CampaignId; funds: CampaignFunds; rows: ProofRow[] };

async function pay(ctx: Ctx, tx: Tx, { campaignId, funds, rows }: Payment): Promise<void> {
  const act = makeAct({ by: "proof", action: "approve", reason: PROOF_REASON });
  const clicks = rows.flatMap(({ clickId: id, verdict, ...row }): DecidableClick[] =>
    verdict === null ? [] : [{ ...row, id, campaignId, verdict, decided: null, wasHeld: false }],
  );
  await applyDecision(ctx, tx, { act, campaignId, funds, clicks });
}

function nextTry({ clickedAt }: ProofRow, now: Date): Date | null {
  const at = new Date(now.getTime() + TRY_AGAIN_MS);
  return at.getTime() - clickedAt.getTime() > TRIES_END_MS ? null : at;
}
