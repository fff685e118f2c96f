import { decimalFromMicros, formatExactDollars, microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { capitalize, formatUtcMoment, plural, t } from "@fairclick/core/language/t";
import { receiptPath } from "@fairclick/core/money/deposits";
import { describeNote } from "@fairclick/core/money/describe-money";
import type { EarningsQuery } from "@fairclick/core/money/earnings";
import { type DepositHold, describeHold } from "@fairclick/core/money/holds";
import { getActivity } from "@fairclick/sql/accounts/users";
import {
  type ClickSums,
  type FigureRow,
  noClicks,
  readFigures,
  readReasons,
} from "@fairclick/sql/clicks/figures";
import { findJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type CampaignEarningsRow,
  getUndecided,
  listCampaignEarnings,
} from "@fairclick/sql/money/earnings";
import { findSpentMicros, lockAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import type { Refund, Withdrawal } from "@fairclick/sql/money/outflows";
import {
  getWallet,
  type HistoryCursor,
  type HistoryRow,
  listHistory,
} from "@fairclick/sql/money/wallet";
import { requireConfirmedEmail } from "../accounts/emails";
import { requireNoCooldown } from "../accounts/recovery-cooldown";
import { requireUser, writeAudit } from "../changes";
import { listOwnFindings, type OwnFinding } from "../clicks/findings";
import { judgeCreatorLinks } from "../clicks/judge-links";
import { listLastDays } from "../clicks/stats";
import type { Config } from "../config";
import type { Ctx } from "../context";
import { withoutFormula, writeCsv } from "../files";
import { findWaitingEarnings, type WaitingEarnings } from "./waiting-earnings";

export type WalletSummary = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** The part of the earnings that cannot be withdrawn yet. */
  waiting: WaitingEarnings;
  /** Findings that keep some of it waiting. */
  reviews: OwnFinding[];
  /** All earnings so far, minus reversals. */
  totalEarnedMicros: bigint;
  pendingMicros: bigint;
  /** Debt from reversals of clicks after their pay was spent; later earnings pay it first. */
  owedMicros: bigint;
  unjudgedMicros: bigint;
  heldMicros: bigint;
  /** Every click from before this time is in the figures. Read before all else. */
  judgedUpTo: Date | null;
};

export async function getSummary(ctx: Ctx, hold: DepositHold): Promise<WalletSummary> {
  const userId = requireUser(ctx);
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [wallet, undecided] = await Promise.all([
    getWallet(ctx.db.sql, userId),
    getUndecided(ctx.db.sql, userId),
  ]);
  const { walletMicros, earningsMicros, inTransitMicros, sentMicros, owedMicros, spentMicros } =
    wallet;
  return {
    walletMicros,
    earningsMicros,
    waiting: await findWaitingEarnings(ctx.db.sql, ctx.now(), { userId, ...hold }),
    reviews: await listOwnFindings(ctx),
    totalEarnedMicros: earningsMicros + inTransitMicros + sentMicros + spentMicros - owedMicros,
    pendingMicros: inTransitMicros,
    owedMicros,
    unjudgedMicros: undecided.pendingMicros,
    heldMicros: undecided.heldMicros,
    judgedUpTo,
  };
}

export type Dashboard = {
  totalEarnedMicros: bigint;
  /** Pending clicks at their price, earnings that cannot be withdrawn yet, and open withdrawals. */
  pendingMicros: bigint;
  clicks: bigint;
  activeLinks: bigint;
  judgedUpTo: Date | null;
};

export async function getDashboard(ctx: Ctx, hold: DepositHold): Promise<Dashboard> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [money, activity] = await Promise.all([
    getSummary(ctx, hold),
    getActivity(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() }),
  ]);
  return {
    totalEarnedMicros: money.totalEarnedMicros,
    pendingMicros: money.unjudgedMicros + money.waiting.micros + money.pendingMicros,
    clicks: activity.clicks,
    activeLinks: activity.activeLinks,
    judgedUpTo,
  };
}

export type HistoryLine = HistoryRow & { description: string };
type History = { lines: HistoryLine[]; nextCursor: string | null; judgedUpTo: Date | null };

/** Lists the user's history, newest first, from the cursor on. Throws `validation` for a bad cursor. */
export async function listTransactions(
  ctx: Ctx,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<History> {
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const rows = await listHistory(ctx.db.sql, {
    userId: requireUser(ctx),
    before: cursor === undefined ? null : readCursor(cursor),
    limit: limit + 1,
  });
  const lines = rows.slice(0, limit).map((row) => ({ ...row, description: describeLine(row) }));
  const last = lines.at(-1);
  return { lines, nextCursor: last && rows.length > limit ? writeCursor(last) : null, judgedUpTo };
}

function writeCursor({ at, id }: HistoryCursor): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString("base64url");
}

function readCursor(cursor: string): HistoryCursor {
  const text = Buffer.from(cursor, "base64url").toString();
  const match = /^(-?\d{1,15}) ([a-z]+:[0-9a-z:-]{1,100})$/.exec(text);
  if (!match?.[1] || !match[2]) throw new AppError("validation", t`This page does not exist.`);
  return { at: new Date(Number(match[1])), id: match[2] };
}

type DescribedLine = Pick<HistoryRow, "type" | "status" | "micros"> & Partial<HistoryRow>;

/** Describes a line of the history to its owner, in the owner's language. */
export function describeLine(line: DescribedLine): string {
  const { type, status } = line;
  const note = line.note == null ? null : describeNote(line.note);
  const campaign = line.campaign == null ? t`a campaign` : `“${line.campaign}”`;
  switch (type) {
    case "deposit":
      if (status === "pending") return t`Waiting for the payment`;
      return status === "failed" ? (note ?? t`Not paid`) : t`Added to your wallet`;
    case "withdrawal":
      if (status === "pending") return describeWay(line);
      return status === "failed" ? (note ?? t`Not sent`) : t`Sent to your bank`;
    case "reservation":
      return t`Budget of ${campaign}`;
    case "release":
      return t`Unused budget of ${campaign}`;
    case "earnings":
      return describeClicks(line, campaign);
    case "refund":
      if (!line.card) return note ?? t`Refund of a deposit`;
      if (status === "failed") return note ?? t`Not sent`;
      return withoutFee(describeRefund(line, line.card), line.stripeFeeMicros ?? 0n);
    case "dispute":
      return note ?? t`Your bank disputed a deposit`;
    case "transfer":
      return line.micros > 0n ? t`Moved from your earnings` : t`Moved to your wallet`;
    case "correction":
      return note ?? t`Correction of an earlier entry`;
  }
}

type Card = NonNullable<HistoryRow["card"]>;

function describeRefund({ status, waitsFor }: DescribedLine, { brand, last4 }: Card): string {
  if (status !== "completed" && waitsFor === "operator") {
    return t`Fairclick looks at it before it is sent`;
  }
  if (!brand || !last4) {
    return status === "completed" ? t`Sent back to your card` : t`On its way back to your card`;
  }
  const name = capitalize(brand);
  return status === "completed"
    ? t`Sent back to your ${name} card ending in ${last4}`
    : t`On its way back to your ${name} card ending in ${last4}`;
}

function withoutFee(text: string, feeMicros: bigint): string {
  return feeMicros > 0n ? t`${text}, less Stripe's fee of ${formatExactDollars(feeMicros)}` : text;
}

function describeWay({ waitsFor = null, ...hold }: DescribedLine): string {
  switch (waitsFor) {
    case "operator":
      return describeHeld(hold);
    case "balance":
      return t`Waits for card payments to arrive at Stripe, then goes on by itself`;
    case "email":
      return t`Waits until you confirm your email address`;
    case null:
      return t`On its way to your bank`;
  }
}

/** Says why and until when a withdrawal is held, without what the rules found. */
function describeHeld({ holdKinds, holdUntil }: Omit<DescribedLine, "waitsFor">): string {
  const [kind] = holdKinds ?? [];
  if (!kind) return t`Fairclick looks at it before it is sent`;
  const why = describeHold(kind);
  if (!holdUntil) return t`Fairclick looks at it before it is sent: ${why}`;
  const time = formatUtcMoment(holdUntil);
  return kind === "unproved"
    ? t`Waits until ${time}: ${why}`
    : t`Fairclick looks at it before it is sent, by ${time}: ${why}`;
}

/** `1,200 clicks × $0.0015 on “Tower”`: multiplied, they are the line's amount. */
function describeClicks({ clicks, micros }: DescribedLine, campaign: string): string {
  if (!clicks) return t`Clicks on ${campaign}`;
  const count = plural(clicks, "# click", "# clicks");
  if (micros % clicks !== 0n) return t`${count} on ${campaign}`;
  return t`${count} × ${formatExactDollars(micros / clicks)} on ${campaign}`;
}

const statuses = {
  pending: "pending",
  sent: "pending",
  succeeded: "completed",
  failed: "failed",
} as const;

/** A line of the history without what only its list shows. */
export type OutflowLine = Pick<
  HistoryLine,
  "id" | "at" | "type" | "micros" | "status" | "description" | "cancellable" | "receiptOf"
>;

export function refundLine(refund: Refund): OutflowLine {
  const line = {
    id: `refund:${refund.id}`,
    at: refund.requestedAt,
    type: "refund" as const,
    micros: -refund.amountMicros,
    status: statuses[refund.status],
    note: refund.failureReason,
    cancellable: refund.status === "pending" && refund.sendingAt === null,
    waitsFor: refund.status === "pending" && refund.heldAt ? ("operator" as const) : null,
    card: { brand: refund.cardBrand, last4: refund.cardLast4 },
    stripeFeeMicros: refund.stripeFeeMicros,
    receiptOf: null,
  };
  return { ...line, description: describeLine(line) };
}

export function withdrawalLine(withdrawal: Withdrawal): OutflowLine {
  const line = {
    id: `withdrawal:${withdrawal.id}`,
    at: withdrawal.requestedAt,
    type: "withdrawal" as const,
    micros: -withdrawal.amountMicros,
    status: withdrawal.status,
    note: withdrawal.failureReason,
    cancellable: withdrawal.status === "pending" && withdrawal.sendingAt === null,
    waitsFor: withdrawal.heldAt ? ("operator" as const) : null,
    holdKinds: withdrawal.holdKinds,
    holdUntil: withdrawal.holdUntil,
    receiptOf: null,
  };
  return { ...line, description: describeLine(line) };
}

const PAGE = 2_000;
const HEADINGS = ["date", "account", "type", "amount", "status", "description", "id", "receipt"];

/**
 * Exports the user's history as CSV, oldest first, in exact dollars, from one snapshot. The amounts
 * add up to the balances of wallet and earnings: a line that moved no money is left out.
 */
export async function exportTransactions(
  ctx: Ctx,
  { appUrl }: Pick<Config, "appUrl">,
): Promise<string> {
  const userId = requireUser(ctx);
  const rows = await withTx(
    ctx.db,
    async (tx) => {
      const history: HistoryRow[] = [];
      let before: HistoryCursor | null = null;
      do {
        const page: HistoryRow[] = await listHistory(tx, { userId, before, limit: PAGE });
        history.push(...page);
        before = page.length === PAGE ? (page.at(-1) ?? null) : null;
      } while (before);
      return history;
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
  const lines = rows
    .filter(movedMoney)
    .reverse()
    .map((row) => toFields(row, appUrl));
  return writeCsv([HEADINGS, ...lines]);
}

/** A debit counts from its request, a credit once it has arrived. */
function movedMoney({ status, micros }: HistoryRow): boolean {
  return (status === "completed" && micros !== 0n) || (status === "pending" && micros < 0n);
}

function toFields(row: HistoryRow, appUrl: string): string[] {
  const { at, account, type, micros, status, id, receiptOf } = row;
  const description = withoutFormula(describeLine(row));
  const receipt = receiptOf ? `${appUrl}${receiptPath(receiptOf)}` : "";
  return [
    at.toISOString(),
    account,
    type,
    decimalFromMicros(micros),
    status,
    description,
    id,
    receipt,
  ];
}

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** Refuses users with an unconfirmed address. */
  needsConfirmedEmail: boolean;
} & DepositHold;

/**
 * Moves the caller's earnings to the own wallet, for campaigns. Only what could be withdrawn can be
 * moved, and its lots move along: money of a card keeps the rules of that card. A repeated `requestId`
 * moves nothing. Throws `insufficient_funds`, `forbidden` before the address is confirmed, or
 * `conflict` if the request was made with another amount, or during the account's cooldown.
 */
export async function spendEarnings(ctx: Ctx, input: Input): Promise<void> {
  const userId = requireUser(ctx);
  if (input.needsConfirmedEmail) await requireConfirmedEmail(ctx.db.sql, userId);
  await judgeCreatorLinks(ctx, userId);
  const micros = microsFromCents(input.amountCents);
  const idempotencyKey = `earnings_spent:${userId}:${input.requestId ?? Bun.randomUUIDv7()}`;
  const [wallet, earnings] = [
    { kind: "wallet", ownerId: userId } as const,
    { kind: "earnings", ownerId: userId } as const,
  ];
  await withTx(ctx.db, async (tx) => {
    const locked = await lockAccounts(tx, [wallet, earnings]);
    const spent = await findSpentMicros(tx, idempotencyKey);
    if (spent === micros) return;
    if (spent !== null) {
      throw new AppError("conflict", t`This request was already made with another amount.`);
    }
    await requireNoCooldown(tx, { userId, at: ctx.now() });
    const balance = locked.find(({ kind }) => kind === "earnings")?.balanceMicros ?? 0n;
    const waiting = await findWaitingEarnings(tx, ctx.now(), { ...input, userId });
    if (micros > balance - waiting.micros) {
      throw new AppError("insufficient_funds", t`The amount cannot exceed what can be withdrawn.`);
    }
    await postTransaction(tx, {
      kind: "earnings_spent",
      idempotencyKey,
      reference: `earnings:${userId}`,
      entries: [
        { account: earnings, micros: -micros },
        { account: wallet, micros },
      ],
    });
    await writeAudit(tx, ctx, {
      action: "earnings.spend",
      subject: `user:${userId}`,
      after: { amountMicros: micros.toString() },
    });
  });
}

const MAX_CAMPAIGNS = 200;

export type Earnings = {
  timeZone: string;
  judgedUpTo: Date | null;
  /** One entry per day, oldest first, including days without clicks. */
  days: (ClickSums & { name: string })[];
  campaigns: CampaignEarningsRow[];
  reasons: FigureRow<"value">[];
};

/** Returns the user's clicks as a creator per day, for the last `query.days` days including today. */
export async function getEarnings(ctx: Ctx, query: EarningsQuery): Promise<Earnings> {
  const userId = requireUser(ctx);
  const now = ctx.now();
  const { names, steps } = listLastDays(now, query);
  const scope = { creatorIds: [userId] };
  const from = steps[0] ?? now;
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  const [rows, campaigns, reasons] = await Promise.all([
    readFigures(ctx.db.sql, { scope, by: ["step"], period: { steps } }),
    listCampaignEarnings(ctx.db.sql, { userId, from, limit: MAX_CAMPAIGNS }),
    readReasons(ctx.db.sql, { scope, period: { from } }),
  ]);
  const counted = new Map(rows.map(({ step, ...sums }) => [step, sums]));
  const days = names.map((name, day) => ({ name, ...(counted.get(day) ?? noClicks) }));
  return { timeZone: query.timeZone, judgedUpTo, days, campaigns, reasons };
}
