import type Stripe from "stripe";
import type { StoredAnswer } from "../api/idempotency";
import type { Plan } from "../checkout/plan";
import type { Fault } from "../control/faults";
import type { PageLink } from "../pages/page-links";
import type { Answers } from "../schema/contract";
import { type Delivery, undisturbed, type WebhookBehaviour } from "../webhooks/delivery";
import type { Timer } from "./timers";

type Stored = Omit<
  Answers,
  | "account_link"
  | "application"
  | "balance"
  | "bank_account"
  | "billing_portal.session"
  | "capability"
  | "deleted_account"
  | "deleted_customer"
  | "exchange_rate"
  | "login_link"
> & { event: Stripe.Event };

export type Kind = keyof Stored;
export type StoredObject<K extends Kind> = Stored[K];

/** `account` is the connected account that owns the object, or null for the platform. */
export type Owned<T> = { account: string | null; object: T };

/** Everything that survives a restart: plain JSON, keys in order of creation. */
export type State = {
  clockOffsetMs: number;
  /** The base URL in the issued links. */
  publicUrl: string;
  objects: { [K in Kind]: Record<string, Owned<Stored[K]>> };
  plans: Record<string, Plan>;
  links: Record<string, PageLink>;
  deauthorised: string[];
  deletedCustomers: string[];
  timers: Timer[];
  /** Open deliveries, and below them the most recent settled ones. */
  deliveries: Delivery[];
  settledDeliveries: Delivery[];
  webhooks: WebhookBehaviour;
  answers: Record<string, StoredAnswer>;
  faults: Fault[];
};

export function emptyState(): State {
  return {
    clockOffsetMs: 0,
    publicUrl: "",
    objects: {
      account: {},
      balance_transaction: {},
      charge: {},
      "billing_portal.configuration": {},
      "checkout.session": {},
      customer: {},
      dispute: {},
      event: {},
      invoice: {},
      payment_intent: {},
      payout: {},
      "radar.early_fraud_warning": {},
      refund: {},
      topup: {},
      transfer: {},
      transfer_reversal: {},
    },
    plans: {},
    links: {},
    deauthorised: [],
    deletedCustomers: [],
    timers: [],
    deliveries: [],
    settledDeliveries: [],
    webhooks: { ...undisturbed },
    answers: {},
    faults: [],
  };
}
