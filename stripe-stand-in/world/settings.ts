export type Settings = {
  secretKey: string;
  publishableKey: string;
  /** Base URL of the hosted pages for a browser. */
  publicUrl: string;
  webhook: { url: string; secret: string; connectSecret: string } | null;
  /** Stripe's fee for a card payment. */
  fee: { basisPoints: number; fixedCents: number };
  /** Delays of steps that take days in reality. */
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
