export type Settings = {
  secretKey: string;
  publishableKey: string;
  /** Base URL of the hosted pages for a browser. */
  publicUrl: string;
  webhook: { url: string; secret: string; connectSecret: string } | null;
  /**
   * Stripe's fees: for a card payment, for a refund, for a payout to a connected account, and for each
   * month in which an account is paid out to. A dispute's fee is fixed.
   */
  fee: {
    basisPoints: number;
    fixedCents: number;
    refundCents: number;
    payoutBasisPoints: number;
    payoutCents: number;
    activeAccountCents: number;
  };
  /** Delays of steps that take days in reality. */
  delays: {
    debitMs: number;
    disputeMs: number;
    payoutSentMs: number;
    payoutLandedMs: number;
    automaticPayoutMs: number;
  };
};

/** As in Stripe's test mode, which does not charge for refunds, payouts and accounts. */
export const defaultFee: Settings["fee"] = {
  basisPoints: 290,
  fixedCents: 30,
  refundCents: 0,
  payoutBasisPoints: 0,
  payoutCents: 0,
  activeAccountCents: 0,
};

export const defaultDelays: Settings["delays"] = {
  debitMs: 5_000,
  disputeMs: 5_000,
  payoutSentMs: 1_000,
  payoutLandedMs: 5_000,
  automaticPayoutMs: 86_400_000,
};
