import { formatDollars, formatExactDollars } from "@fairclick/core/amounts";
import { describeReversal, type ReversalCategory } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import { stored } from "@fairclick/core/language/t";
import { withdrawalFailed } from "@fairclick/core/notices/money-notices";
import {
  type CampaignFunds,
  type DecidableClick,
  insertReversalSum,
  listTakable,
  listUserNames,
  lockReversalSums,
  type ReversalSum,
} from "@fairclick/sql/clicks/click-decisions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import {
  getBalance,
  lockAccounts,
  openAccounts,
  postTransaction,
} from "@fairclick/sql/money/ledger";
import { stopUnsentWithdrawals } from "@fairclick/sql/money/withdrawals";
import { requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";

const DAY_MS = 24 * 3_600_000;

/** What one operator can take back within 24 hours; null without a limit. */
export type ReversalLimit = { limitMicros: bigint | null };

/**
 * Adds `micros` to what the operator took back within 24 hours. Throws `conflict` if the sum would exceed
 * the limit, and says when it no longer does. It stays added if the reversal itself then fails.
 */
export async function countTowardsReversalLimit(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { micros, limitMicros }: ReversalLimit & { micros: bigint },
): Promise<void> {
  if (limitMicros === null || micros <= 0n) return;
  const operatorId = requireOperator(ctx);
  const at = ctx.now();
  const since = new Date(at.getTime() - DAY_MS);
  const sums = await lockReversalSums(tx, { operatorId, since });
  const leftMicros = limitMicros - sums.reduce((total, sum) => total + sum.micros, 0n);
  if (micros > leftMicros) {
    const left = leftMicros > 0n ? leftMicros : 0n;
    throw new AppError(
      "conflict",
      `This takes back ${formatDollars(micros)}. One operator can take back ${formatDollars(limitMicros)} within 24 hours, and you ${formatDollars(left)} more now. ${describeWait(sums, micros - leftMicros)}`,
    );
  }
  await insertReversalSum(tx, { id: Bun.randomUUIDv7(), operatorId, at, micros });
}

/** Says when `excessMicros` of what was taken back no longer counts. */
function describeWait(sums: readonly ReversalSum[], excessMicros: bigint): string {
  let freedMicros = 0n;
  for (const { at, micros } of sums) {
    freedMicros += micros;
    if (freedMicros < excessMicros) continue;
    const free = new Date(at.getTime() + DAY_MS).toISOString();
    return `It is possible from ${free.slice(0, 16).replace("T", " ")} UTC on.`;
  }
  return "It is never possible at once: take back fewer clicks, or raise REVERSAL_LIMIT_DOLLARS.";
}

/** Where the money of a reversal is, beside the earnings. */
type Whereabouts = {
  micros: bigint;
  /** In withdrawals that were not sent: they are stopped, and pay for it. */
  stoppedMicros: bigint;
  /** In withdrawals that are being sent, of what is owed. */
  inTransitMicros: bigint;
  /** What creators no longer have: withdrawn, or being sent. */
  owedMicros: bigint;
};

/** Returns by creator where the money is that reversing paid clicks would take. */
export async function foreseeReversal(
  db: Queryable,
  clicks: readonly Pick<DecidableClick, "creatorId" | "paidMicros">[],
): Promise<ReadonlyMap<string, Whereabouts>> {
  const wanted = new Map<string, bigint>();
  for (const { creatorId, paidMicros } of clicks) {
    wanted.set(creatorId, (wanted.get(creatorId) ?? 0n) + paidMicros);
  }
  const takable = await listTakable(db, [...wanted.keys()]);
  const found = new Map(takable.map((each) => [each.userId, each]));
  return new Map(
    [...wanted].map(([creatorId, micros]) => {
      const {
        earningsMicros = 0n,
        unsentMicros = 0n,
        sendingMicros = 0n,
      } = found.get(creatorId) ?? {};
      const short = atLeastZero(micros - earningsMicros);
      const owedMicros = atLeastZero(short - unsentMicros);
      const inTransitMicros = sendingMicros < owedMicros ? sendingMicros : owedMicros;
      return [
        creatorId,
        { micros, stoppedMicros: short > 0n ? unsentMicros : 0n, inTransitMicros, owedMicros },
      ];
    }),
  );
}

const atLeastZero = (micros: bigint) => (micros > 0n ? micros : 0n);

/** Adds up what `foreseeReversal` returned. */
export function sumWhereabouts(found: Iterable<Whereabouts>): Whereabouts {
  const sum = { micros: 0n, stoppedMicros: 0n, inTransitMicros: 0n, owedMicros: 0n };
  for (const each of found) {
    sum.micros += each.micros;
    sum.stoppedMicros += each.stoppedMicros;
    sum.inTransitMicros += each.inTransitMicros;
    sum.owedMicros += each.owedMicros;
  }
  return sum;
}

/** Names in the facts of a decision who pays `micros`, and who bears what they cannot pay. */
export async function describeBearing(
  db: Queryable,
  micros: bigint,
  clicks: readonly Pick<DecidableClick, "creatorId" | "paidMicros">[],
) {
  const foreseen = await foreseeReversal(db, clicks);
  const { owedMicros, ...others } = sumWhereabouts(foreseen.values());
  const names = await listUserNames(db, [...foreseen.keys()]);
  return {
    takenFrom: names
      .map(({ id, name }) => `${name} ${formatExactDollars(foreseen.get(id)?.micros ?? 0n)}`)
      .join(", "),
    returnedMicros: (micros - owedMicros).toString(),
    stoppedMicros: others.stoppedMicros.toString(),
    inTransitMicros: others.inTransitMicros.toString(),
    owedMicros: owedMicros.toString(),
    bears:
      owedMicros > 0n
        ? `${formatDollars(owedMicros)} was withdrawn: the developer goes without it until the creators' later earnings pay it`
        : "the creators",
  };
}

type Reversal = {
  act: { id: string; category: ReversalCategory | null };
  campaignId: string;
  funds: CampaignFunds;
  clicks: DecidableClick[];
};

export type Reversed = {
  transactionId: string;
  debts: ReadonlyMap<string, bigint>;
  /** Withdrawals that were not sent, and paid for the reversal. */
  stopped: Awaited<ReturnType<typeof stopUnsentWithdrawals>>;
};

export const STOPPED_REASON = stored`Stopped, because payments for clicks were reversed. What they left is back in your earnings.`;

/**
 * Reverses the payments of a campaign's clicks: from the creators' earnings and the platform's fees to
 * the escrow, and on to the developer's wallet if the campaign was released. What a creator no longer has becomes
 * their debt, and the developer's only when it is paid.
 */
export async function postReversal(tx: Tx, reversal: Reversal): Promise<Reversed> {
  const { act, campaignId, funds, clicks } = reversal;
  const key = `${act.id}:${clicks[0]?.id}`;
  const escrow = { kind: "escrow", ownerId: campaignId } as const;
  const wallet = { kind: "wallet", ownerId: funds.developerId } as const;
  const { takings, stopped } = await lockTakings(tx, reversal);
  const feesMicros = clicks.reduce((sum, { feeMicros }) => sum + feeMicros, 0n);
  const owedMicros = takings.reduce((sum, { debtMicros }) => sum + debtMicros, 0n);
  const returnedMicros = sumPaid(clicks) + feesMicros - owedMicros;
  if (owedMicros > 0n) await openAccounts(tx, funds.developerId, ["recoverable"]);
  const { id } = await postTransaction(tx, {
    kind: "click_reversal",
    idempotencyKey: `click_reversal:${key}`,
    reference: `campaign:${campaignId}`,
    memo: describeTaking(reversal, takings),
    entries: [
      { account: escrow, micros: returnedMicros },
      { account: { kind: "recoverable" as const, ownerId: funds.developerId }, micros: owedMicros },
      ...takings.flatMap(({ creatorId: ownerId, micros, debtMicros }) => [
        { account: { kind: "earnings" as const, ownerId }, micros: debtMicros - micros },
        { account: { kind: "debt" as const, ownerId }, micros: -debtMicros },
      ]),
      { account: { kind: "fees" as const }, micros: -feesMicros },
    ].filter(({ micros }) => micros !== 0n),
  });
  if (funds.released && returnedMicros > 0n) {
    await postTransaction(tx, {
      kind: "release",
      idempotencyKey: `release:${campaignId}:${key}`,
      reference: `campaign:${campaignId}`,
      memo: stored`Clicks were reversed after the campaign had ended`,
      entries: [
        { account: escrow, micros: -returnedMicros },
        { account: wallet, micros: returnedMicros },
      ],
    });
  }
  const owing = takings.filter(({ debtMicros }) => debtMicros > 0n);
  return {
    transactionId: id,
    debts: new Map(owing.map(({ creatorId, debtMicros }) => [creatorId, debtMicros])),
    stopped,
  };
}

type Taking = { creatorId: string; micros: bigint; debtMicros: bigint };

/**
 * Stops the withdrawals of creators without enough earnings. Debt accounts are guarded by the owner's
 * earnings lock, so no extra lock is needed here.
 */
async function lockTakings(
  tx: Tx,
  { funds, clicks }: Reversal,
): Promise<{ takings: Taking[]; stopped: Reversed["stopped"] }> {
  const creators = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  const wallets = funds.released ? [funds.developerId] : [];
  const locked = await lockAccounts(tx, [
    ...[...creators.keys()].map((ownerId) => ({ kind: "earnings" as const, ownerId })),
    ...wallets.map((ownerId) => ({ kind: "wallet" as const, ownerId })),
  ]);
  const earnings = new Map(
    locked
      .filter(({ kind }) => kind === "earnings")
      .map(({ ownerId, balanceMicros }) => [ownerId, balanceMicros]),
  );
  const findTakings = () =>
    [...creators].map(([creatorId, own]) => {
      const micros = sumPaid(own);
      const held = earnings.get(creatorId) ?? 0n;
      return { creatorId, micros, debtMicros: micros > held ? micros - held : 0n };
    });
  const short = findTakings().flatMap((each) => (each.debtMicros > 0n ? [each.creatorId] : []));
  const stopped = await stopUnsentWithdrawals(tx, { userIds: short, reason: STOPPED_REASON });
  for (const { userId } of stopped) {
    earnings.set(userId, await getBalance(tx, { kind: "earnings", ownerId: userId }));
  }
  const takings = findTakings();
  for (const { creatorId, debtMicros } of takings) {
    if (debtMicros > 0n) await openAccounts(tx, creatorId, ["debt"]);
  }
  return { takings, stopped };
}

/** Shown to every creator in the batch: figures are only included if there is exactly one. */
function describeTaking({ act, clicks }: Reversal, takings: Taking[]): string {
  const why = act.category ? describeReversal(act.category) : stored`Rejected by an operator`;
  const [only, ...others] = takings;
  if (!only || others.length > 0) return `Clicks were reversed: ${why.toLowerCase()}`;
  const count = clicks.length === 1 ? "1 click was" : `${clicks.length} clicks were`;
  const owed =
    only.debtMicros > 0n
      ? `; ${formatExactDollars(only.debtMicros)} of it will be paid from later earnings`
      : "";
  return `${count} reversed: ${why.toLowerCase()}${owed}`;
}

/** Reports withdrawals that were stopped for a reversal to the audit log and to their owners. */
export async function reportStopped(ctx: Ctx, tx: Tx, stopped: Reversed["stopped"]): Promise<void> {
  for (const { id, userId, amountMicros } of stopped) {
    const subject = `withdrawal:${id}`;
    await writeAudit(tx, ctx, { action: "withdrawal.stop", subject, reason: STOPPED_REASON });
    const data = { amountMicros, reason: STOPPED_REASON };
    await notify(tx, ctx, withdrawalFailed, { to: [userId], data, key: id });
  }
}

export function sumPaid(clicks: readonly DecidableClick[]): bigint {
  return clicks.reduce((sum, { paidMicros }) => sum + paidMicros, 0n);
}
