import type { Entry } from "./ledger";

export type Payout = {
  campaignId: string;
  /** What each click pays its creator. */
  priceMicros: bigint;
  /** The platform's fee per click. */
  feeMicros: bigint;
  /** How many clicks each creator is paid for. */
  creators: readonly { creatorId: string; clicks: number }[];
};

/** Returns the entries that pay clicks: the escrow against the creators and the platform's fee. */
export function payoutEntries({ campaignId, priceMicros, feeMicros, creators }: Payout): Entry[] {
  const total = creators.reduce((sum, { clicks }) => sum + clicks, 0);
  const entry = (account: Entry["account"], quantity: number, unitMicros: bigint): Entry => ({
    account,
    micros: BigInt(quantity) * unitMicros,
    quantity,
    unitMicros,
  });
  const costMicros = priceMicros + feeMicros;
  return [
    ...creators.map(({ creatorId, clicks }) =>
      entry({ kind: "earnings", ownerId: creatorId }, clicks, priceMicros),
    ),
    ...(feeMicros > 0n ? [entry({ kind: "fees" }, total, feeMicros)] : []),
    {
      account: { kind: "escrow", ownerId: campaignId },
      micros: -BigInt(total) * costMicros,
      quantity: total,
      unitMicros: costMicros,
    },
  ];
}
