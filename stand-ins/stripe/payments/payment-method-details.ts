import type Stripe from "stripe";

type Details = Stripe.Charge.PaymentMethodDetails;

/** Two payments have the same card if `last4` and `owner` are the same. */
type PaidCard = { last4: string; owner: string; amountCents: number; authenticated: boolean };

export function cardDetails({ last4, owner, amountCents, authenticated }: PaidCard) {
  return {
    card: {
      amount_authorized: amountCents,
      authorization_code: null,
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: "pass",
      },
      country: "US",
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      extended_authorization: { status: "disabled" },
      fingerprint: `standin${last4}${owner}`,
      funding: "credit",
      incremental_authorization: { status: "unavailable" },
      installments: null,
      last4,
      mandate: null,
      multicapture: { status: "unavailable" },
      network: "visa",
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amountCents, status: "unavailable" },
      regulated_status: "unregulated",
      three_d_secure: authenticated
        ? {
            authentication_flow: "challenge",
            electronic_commerce_indicator: "05",
            exemption_indicator: null,
            result: "authenticated",
            result_reason: null,
            transaction_id: null,
            version: "2.2.0",
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  } satisfies Details;
}

export function bankDebitDetails(last4: string) {
  return {
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: "individual",
      account_type: "checking",
      bank_name: "STRIPE TEST BANK",
      fingerprint: `standin${last4}`,
      last4,
      payment_reference: null,
      routing_number: "110000000",
    },
  } satisfies Details;
}
