import type { Tx } from "@fairclick/sql/db/client";
import type { PaymentsCtx } from "./stripe";

/** The object of an event; handlers read its current state from Stripe. */
export type Heard = { objectId: string; account: string | null };

/** Changes the database; runs in the transaction that marks the event as processed. */
export type Effect = (tx: Tx) => Promise<unknown>;

/**
 * Reads from Stripe outside any transaction, and returns the change to make; null if there is none.
 */
export type EventHandler = (ctx: PaymentsCtx, heard: Heard) => Promise<Effect | null>;
