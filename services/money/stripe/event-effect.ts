import type { Tx } from "@fairclick/sql/db/client";
import type { PaymentsCtx } from "./payments-ctx";

/** What an event tells us to look at. What has become of it is asked of Stripe. */
export type Heard = { objectId: string; account: string | null };

/** Changes the database; runs in the transaction that marks the event as processed. */
export type Effect = (tx: Tx) => Promise<unknown>;

/** Asks Stripe, outside of any transaction, and says what is to be changed. */
export type EventHandler = (ctx: PaymentsCtx, heard: Heard) => Promise<Effect | null>;
