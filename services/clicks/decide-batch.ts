import { type ClickCost, sumCosts } from "@fairclick/core/campaigns/status";
import {
  type ClickAction,
  describeReversal,
  type ReversalCategory,
  refusalReason,
} from "@fairclick/core/clicks/decisions";
import { asId, type CampaignId, type OperatorId, type UserId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import {
  clicksDecided,
  clicksReturned,
  clicksReversed,
} from "@fairclick/core/notices/click-notices";
import { lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import {
  type CampaignFunds,
  type ClickChange,
  type DecidableClick,
  decideClicks,
  getFunds,
  keepCleared,
  listClicksById,
  recountClicks,
} from "@fairclick/sql/clicks/click-decisions";
import { releaseClaims } from "@fairclick/sql/clicks/held-clicks";
import { claimHeldBudget } from "@fairclick/sql/clicks/settlement/batches";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  lockBalance,
  payDebts,
  payoutEntries,
  postTransactions,
} from "@fairclick/sql/money/ledger";
import { nameCampaign, notifyLowBudgets } from "../campaigns/notify-campaign";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify, notifyEach } from "../notify";
import { postReversal, type Reversed, reportStopped, sumPaid } from "./reversals";

export type Act = {
  id: string;
  /** The game's reports can prove an approval; a held click is judged again on expiry. */
  by: "operator" | "proof" | "expiry";
  /** Null unless an operator decided. */
  operatorId: OperatorId | null;
  action: ClickAction;
  category: ReversalCategory | null;
  reason: string;
  dryRun: boolean;
  /** Clicks of all batches; absent if there is one batch. */
  allClicks?: number;
};

/** Makes an act of one batch that is not a dry run; without an operator unless one is given. */
export function makeAct(
  act: Pick<Act, "by" | "action" | "reason"> & Partial<Pick<Act, "id" | "operatorId" | "category">>,
): Act {
  return { id: Bun.randomUUIDv7(), operatorId: null, category: null, dryRun: false, ...act };
}

/** A click that was not decided. */
export type Skipped = {
  id: string;
  verdict: DecidableClick["verdict"] | "pending" | null;
  why: string;
};

export type DecidedClick = { campaignId: string; creatorId: string; micros: bigint };

export type DecidedBatch = {
  clicks: DecidedClick[];
  skipped: Skipped[];
  /** Debt per creator that a reversal creates. Empty for a dry run, which computes it over all batches. */
  debts: ReadonlyMap<string, bigint>;
};

/** Decides clicks of one campaign in one transaction; a dry run only returns what it would decide. */
export function decideBatch(ctx: Ctx, act: Act, clicks: DecidableClick[]): Promise<DecidedBatch> {
  const campaignId = asId<CampaignId>(clicks[0]?.campaignId ?? "");
  return decideListed(ctx, act, { campaignId, list: (tx) => readAgain(tx, clicks) });
}

type Listed = { campaignId: CampaignId; list: (tx: Tx) => Promise<DecidableClick[]> };

/** Decides, as `decideBatch` does, clicks that are listed while nobody else decides or settles any. */
export function decideListed(
  ctx: Ctx,
  act: Act,
  { campaignId, list }: Listed,
): Promise<DecidedBatch> {
  return withTx(ctx.db, async (tx) => {
    const funds = await lockFunds(tx, campaignId);
    const choice = choose(act.action, await list(tx), funds);
    const decided = choice.clicks.map((click) => ({
      campaignId,
      creatorId: click.creatorId,
      micros: act.action === "reverse" ? click.paidMicros : click.priceMicros,
    }));
    const debts =
      act.dryRun || choice.clicks.length === 0
        ? new Map<string, bigint>()
        : await applyDecision(ctx, tx, { act, campaignId, funds, clicks: choice.clicks });
    return { clicks: decided, skipped: choice.skipped, debts };
  });
}

/** The campaign's lock excludes its release; the escrow's lock excludes settlement and other decisions. */
export async function lockFunds(tx: Tx, campaignId: CampaignId): Promise<CampaignFunds> {
  await lockCampaign(tx, campaignId);
  await lockBalance(tx, { kind: "escrow", ownerId: campaignId });
  return getFunds(tx, campaignId);
}

function readAgain(tx: Tx, clicks: DecidableClick[]): Promise<DecidableClick[]> {
  const times = clicks.map(({ clickedAt }) => clickedAt.getTime());
  const from = new Date(Math.min(...times));
  const to = new Date(Math.max(...times) + 1);
  return listClicksById(tx, { ids: clicks.map(({ id }) => id), from, to });
}

/** Held clicks have claimed their price and fee; other approvals take what is unclaimed. */
function choose(action: ClickAction, clicks: DecidableClick[], funds: CampaignFunds) {
  const chosen: DecidableClick[] = [];
  const skipped: Skipped[] = [];
  let { freeMicros } = funds;
  for (const click of clicks) {
    const unclaimed = action === "hold" || (action === "approve" && click.verdict !== "held");
    const why =
      refusalReason(action, click) ??
      (unclaimed ? unpayableReason(click, { ...funds, freeMicros }) : null);
    if (why) {
      skipped.push({ id: click.id, verdict: click.verdict, why });
      continue;
    }
    if (unclaimed) freeMicros -= sumCosts([click]);
    chosen.push(click);
  }
  return { clicks: chosen, skipped };
}

/** Why a click without a claim cannot be paid; null if it can. */
export function unpayableReason(
  cost: ClickCost,
  { freeMicros, released }: CampaignFunds,
): string | null {
  if (freeMicros >= sumCosts([cost])) return null;
  return released
    ? "The campaign is over and the rest of its budget has gone back to its developer"
    : "The campaign's budget does not cover it";
}

type Execution = {
  act: Act;
  campaignId: CampaignId;
  funds: CampaignFunds;
  clicks: DecidableClick[];
};

/**
 * Moves the money, updates the verdicts and the counters. Requires that the campaign and its escrow
 * are locked.
 */
export async function applyDecision(
  ctx: Ctx,
  tx: Tx,
  { act, campaignId, funds, clicks }: Execution,
): Promise<ReadonlyMap<string, bigint>> {
  const { moves, debts, stopped } = await moveMoney(tx, { act, campaignId, funds, clicks });
  const { id: actId, action, operatorId, category } = act;
  const changes: ClickChange[] = [];
  for (const move of moves) {
    changes.push(...(await decideClicks(tx, { actId, action, operatorId, category, ...move })));
  }
  if (changes.length !== clicks.length) throw new Error("A click was decided by another operator");
  await keepCleared(tx, changes);
  await recountClicks(tx, changes);
  const held = clicks.filter(({ verdict }) => verdict === "held");
  if (held.length > 0) await releaseClaims(tx, { campaignId, clicks: held });
  if (action === "hold") {
    await claimHeldBudget(tx, [{ campaignId, clicks: clicks.length, micros: sumCosts(clicks) }]);
  }
  await auditBatch(ctx, tx, { act, campaignId, funds, clicks });
  await reportStopped(ctx, tx, stopped);
  await notifyDecided(ctx, tx, { act, campaignId, funds, clicks, debts });
  return debts;
}

/** Clicks that one ledger transaction pays or takes back; null if no money moves. */
type Move = { clicks: DecidableClick[]; transactionId: string | null };

async function moveMoney(
  tx: Tx,
  { act, campaignId, funds, clicks }: Execution,
): Promise<Omit<Reversed, "transactionId"> & { moves: Move[] }> {
  switch (act.action) {
    case "approve":
      return {
        moves: await postApprovals(tx, { act, campaignId, funds, clicks }),
        ...nothingTaken,
      };
    case "reject":
    case "hold":
      return { moves: [{ clicks, transactionId: null }], ...nothingTaken };
    case "reverse": {
      const reversed = await postReversal(tx, { act, campaignId, funds, clicks });
      const { transactionId, ...taken } = reversed;
      return { moves: [{ clicks, transactionId }], ...taken };
    }
  }
}

const nothingTaken = { debts: new Map<string, bigint>(), stopped: [] };

const verdictsAfter = {
  approve: "valid",
  reject: "invalid",
  reverse: "invalid",
  hold: "held",
} as const;

const automatic = { proof: "prove", expiry: "expire" };

async function auditBatch(ctx: Ctx, tx: Tx, { act, campaignId, clicks }: Execution): Promise<void> {
  const { action, id, category, reason, by, allClicks } = act;
  const [only, ...others] = clicks;
  const verdict = [...new Set(clicks.map((click) => click.verdict))].join(", ");
  await writeAudit(tx, ctx, {
    action: `clicks.${by === "operator" ? action : automatic[by]}`,
    subject: only && others.length === 0 ? `click:${only.id}` : `campaign:${campaignId}`,
    reason,
    before: { verdict, clicks: clicks.length },
    after: {
      verdict: verdictsAfter[action],
      clicks: clicks.length,
      act: id,
      ...(category ? { category } : {}),
      ...(allClicks === undefined ? {} : { clicksOfAct: allClicks }),
    },
  });
}

type Approval = {
  act: Pick<Act, "id" | "by">;
  campaignId: string;
  funds: CampaignFunds;
  clicks: DecidableClick[];
};

/**
 * Pays clicks of a campaign as settlement does: one transaction per price. A click that was reversed
 * and held again is paid again, so that only the act makes a key unique. What keeps a click from being
 * paid twice is its verdict, which changes in this transaction.
 */
async function postApprovals(tx: Tx, { act, campaignId, clicks }: Approval): Promise<Move[]> {
  const moves: Move[] = [];
  for (const own of Map.groupBy(clicks, (click) => click.priceMicros).values()) {
    const [first] = own;
    if (!first) continue;
    const creators = Map.groupBy(own, ({ creatorId }) => creatorId);
    const transactionId = Bun.randomUUIDv7();
    await postTransactions(tx, [
      {
        id: transactionId,
        kind: "click_payout",
        idempotencyKey: `${act.by === "operator" ? "approval" : act.by}:${act.id}:${first.id}`,
        reference: `campaign:${campaignId}`,
        entries: payoutEntries({
          campaignId,
          priceMicros: first.priceMicros,
          feeMicros: first.feeMicros,
          creators: [...creators].map(([creatorId, { length }]) => ({ creatorId, clicks: length })),
        }),
      },
    ]);
    moves.push({ clicks: own, transactionId });
  }
  await payDebts(tx, [...new Set(clicks.map(({ creatorId }) => creatorId))]);
  return moves;
}

type Decided = {
  act: { id: string; action: ClickAction; category: ReversalCategory | null };
  campaignId: CampaignId;
  funds: CampaignFunds;
  clicks: DecidableClick[];
  debts: ReadonlyMap<string, bigint>;
};

/**
 * Notifies the creators of decided clicks, and the developer if the campaign's money moved. Nobody is
 * notified of clicks that are held again, because another decision about them follows.
 */
async function notifyDecided(ctx: Ctx, tx: Tx, decided: Decided): Promise<void> {
  const { act, campaignId, clicks } = decided;
  if (act.action === "hold") return;
  const named = await nameCampaign(tx, campaignId);
  if (act.action === "reverse") return notifyReversed(ctx, tx, { ...decided, named });
  const notices = groupByCreator(clicks).map(({ to, own }) => ({
    to,
    data: { ...named, clicks: own.length, paid: act.action === "approve" },
    key: `${act.id}:${own[0].id}`,
  }));
  await notifyEach(tx, ctx, clicksDecided, notices);
  if (act.action === "approve") await notifyLowBudgets(tx, ctx, [campaignId]);
}

type ReversedClicks = Decided & { named: { campaignId: string; name: string } };

async function notifyReversed(ctx: Ctx, tx: Tx, reversed: ReversedClicks): Promise<void> {
  const { act, named, funds, clicks, debts } = reversed;
  const reason = act.category ? describeReversal(act.category) : stored`Rejected by an operator`;
  const notices = groupByCreator(clicks).map(({ to, own }) => ({
    to,
    data: {
      ...{ ...named, clicks: own.length, amountMicros: sumPaid(own), reason },
      debtMicros: debts.get(to) ?? 0n,
    },
    key: `${act.id}:${own[0].id}`,
  }));
  await notifyEach(tx, ctx, clicksReversed, notices);
  const owedMicros = [...debts.values()].reduce((sum, micros) => sum + micros, 0n);
  const amountMicros = sumCosts(clicks) - owedMicros;
  await notify(tx, ctx, clicksReturned, {
    to: [asId<UserId>(funds.developerId)],
    data: { ...named, clicks: clicks.length, amountMicros, owedMicros },
  });
}

function groupByCreator(clicks: readonly DecidableClick[]) {
  return [...Map.groupBy(clicks, ({ creatorId }) => creatorId)].flatMap(([id, [first, ...rest]]) =>
    first ? [{ to: asId<UserId>(id), own: [first, ...rest] as const }] : [],
  );
}
