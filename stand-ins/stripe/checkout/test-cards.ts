/** How a payment with one of the checkout page's payment methods ends. */
export type PaymentEnd =
  | { kind: "paid"; pending: boolean }
  | { kind: "refused"; code: string; declineCode: string; message: string }
  | { kind: "disputed" }
  | { kind: "debit"; succeeds: boolean };

/** `authenticated`: 3-D Secure checks the owner. */
export type TestCard = { label: string; last4: string; end: PaymentEnd; authenticated?: true };

/** Stripe's test card and bank numbers, by purpose. */
export const testCards = {
  success: {
    label: "Succeeds",
    last4: "0077",
    end: { kind: "paid", pending: false },
  },
  pending: {
    label: "Succeeds, funds pending for two days",
    last4: "4242",
    end: { kind: "paid", pending: true },
  },
  three_d_secure: {
    label: "Succeeds after 3-D Secure",
    last4: "3220",
    end: { kind: "paid", pending: false },
    authenticated: true,
  },
  declined: {
    label: "Declined",
    last4: "0002",
    end: {
      kind: "refused",
      code: "card_declined",
      declineCode: "generic_decline",
      message: "Your card was declined.",
    },
  },
  insufficient_funds: {
    label: "Declined for insufficient funds",
    last4: "9995",
    end: {
      kind: "refused",
      code: "card_declined",
      declineCode: "insufficient_funds",
      message: "Your card has insufficient funds.",
    },
  },
  dispute: {
    label: "Succeeds, disputed later",
    last4: "0259",
    end: { kind: "disputed" },
  },
  debit_succeeds: {
    label: "Bank debit that succeeds later",
    last4: "6789",
    end: { kind: "debit", succeeds: true },
  },
  debit_fails: {
    label: "Bank debit that fails later",
    last4: "1113",
    end: { kind: "debit", succeeds: false },
  },
} as const satisfies Record<string, TestCard>;

export type TestCardName = keyof typeof testCards;

export function isTestCardName(name: unknown): name is TestCardName {
  return typeof name === "string" && Object.hasOwn(testCards, name);
}
