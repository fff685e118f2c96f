export type Settings = {
  secretKey: string;
  publishableKey: string;
  /** Where a browser reaches the hosted pages. */
  publicUrl: string;
  webhook: { url: string; secret: string; connectSecret: string } | null;
  /** What Stripe keeps of a card payment. */
  fee: { basisPoints: number; fixedCents: number };
  /** How long the stand-in lets things take that take days in the world. */
  delays: {
    debitMs: number;
    disputeMs: number;
    payoutSentMs: number;
    payoutLandedMs: number;
    automaticPayoutMs: number;
  };
};

export const defaultFee: Settings["fee"] = { basisPoints: 290, fixedCents: 30 };

export const defaultDelays: Settings["delays"] = {
  debitMs: 5_000,
  disputeMs: 5_000,
  payoutSentMs: 1_000,
  payoutLandedMs: 5_000,
  automaticPayoutMs: 86_400_000,
};
