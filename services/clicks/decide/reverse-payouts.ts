import { formatExactDollars } from "@fairclick/core/amounts";
import { describeReversal, type ReversalCategory } from "@fairclick/core/clicks/decisions";
import { stored } from "@fairclick/core/language/stored-text";
import type { CampaignFunds, DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { lockAccounts, openAccounts, postTransaction } from "@fairclick/sql/money/ledger";

type Reversal = {
  act: { id: string; category: ReversalCategory | null };
  campaignId: string;
  funds: CampaignFunds;
  clicks: DecidableClick[];
};

export type Reversed = { transactionId: string; debts: ReadonlyMap<string, bigint> };

/**
 * Reverses the payments of a campaign's clicks: from the creators' earnings and the platform's fees to
 * the escrow, and on to the developer's wallet if the campaign was released. What a creator no longer has becomes
 * their debt.
 */
export async function postReversal(tx: Tx, reversal: Reversal): Promise<Reversed> {
  const { act, campaignId, funds, clicks } = reversal;
  const key = `${act.id}:${clicks[0]?.id}`;
  const escrow = { kind: "escrow", ownerId: campaignId } as const;
  const wallet = { kind: "wallet", ownerId: funds.developerId } as const;
  const takings = await lockTakings(tx, reversal);
  const feesMicros = BigInt(clicks.length) * funds.feeMicros;
  const totalMicros = takings.reduce((sum, { micros }) => sum + micros, feesMicros);
  const { id } = await postTransaction(tx, {
    kind: "click_reversal",
    idempotencyKey: `click_reversal:${key}`,
    reference: `campaign:${campaignId}`,
    memo: describeTaking(reversal, takings),
    entries: [
      { account: escrow, micros: totalMicros },
      ...takings.flatMap(({ creatorId: ownerId, micros, debtMicros }) => [
        { account: { kind: "earnings" as const, ownerId }, micros: debtMicros - micros },
        { account: { kind: "debt" as const, ownerId }, micros: -debtMicros },
      ]),
      { account: { kind: "fees" as const }, micros: -feesMicros },
    ].filter(({ micros }) => micros !== 0n),
  });
  if (funds.released) {
    await postTransaction(tx, {
      kind: "release",
      idempotencyKey: `release:${campaignId}:${key}`,
      reference: `campaign:${campaignId}`,
      memo: stored`Clicks were reversed after the campaign had ended`,
      entries: [
        { account: escrow, micros: -totalMicros },
        { account: wallet, micros: totalMicros },
      ],
    });
  }
  const owing = takings.filter(({ debtMicros }) => debtMicros > 0n);
  return {
    transactionId: id,
    debts: new Map(owing.map(({ creatorId, debtMicros }) => [creatorId, debtMicros])),
  };
}

type Taking = { creatorId: string; micros: bigint; debtMicros: bigint };

/** Debt accounts are guarded by the owner's earnings lock, so no extra lock is needed here. */
async function lockTakings(tx: Tx, { funds, clicks }: Reversal): Promise<Taking[]> {
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
  const takings = [...creators].map(([creatorId, own]) => {
    const micros = own.reduce((sum, { paidMicros }) => sum + paidMicros, 0n);
    const held = earnings.get(creatorId) ?? 0n;
    return { creatorId, micros, debtMicros: micros > held ? micros - held : 0n };
  });
  for (const { creatorId, debtMicros } of takings) {
    if (debtMicros > 0n) await openAccounts(tx, creatorId, ["debt"]);
  }
  return takings;
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
