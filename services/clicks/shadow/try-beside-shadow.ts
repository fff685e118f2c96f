import { AppError } from "@fairclick/core/errors";
import { withTx } from "@fairclick/sql/db/tx";
import { isStoreUnavailable } from "../../connection-errors";
import type { Ctx } from "../../context";
import { endFailedShadow, toFailure } from "./end-failed-shadow";

export type Attempt = {
  /** Why the shadow is left out of this attempt; null if it judges. */
  leftOut: string | null;
  /** Set by the attempt if there is a shadow to judge beside, or to end. */
  shadowId: string | null;
  /** Set by the attempt if the clicks that the shadow did not judge could not be counted. */
  uncounted: unknown;
};

type Settle<Totals> = (attempt: Attempt) => Promise<Totals | null>;

/** Attempts with the shadow, before the batch is settled without it. */
const MAX_TRIES = 2;

/**
 * Settles a batch beside the shadow. After an error that may pass, the batch is tried again with the shadow,
 * and then settled without it; the clicks that it missed are counted. After any other error, the shadow
 * ends. It never stops settlement: if the batch fails without it too, that error is thrown.
 */
export async function tryBesideShadow<Totals>(
  ctx: Ctx,
  settle: Settle<Totals>,
): Promise<Totals | null> {
  for (let tries = 1; ; tries += 1) {
    const attempt: Attempt = { leftOut: null, shadowId: null, uncounted: null };
    try {
      const totals = await settle(attempt);
      await reportUncounted(ctx, attempt);
      return totals;
    } catch (error) {
      const { shadowId: id } = attempt;
      if (id === null) throw error;
      ctx.log.error({ err: error, shadow: id }, "A batch failed beside the shadow of the policy");
      if (tries < MAX_TRIES && mayPass(error) && !tookTooLong(error)) continue;
      return settleWithout(ctx, settle, { id, error });
    }
  }
}

async function settleWithout<Totals>(
  ctx: Ctx,
  settle: Settle<Totals>,
  { id, error }: { id: string; error: unknown },
): Promise<Totals | null> {
  const failure = toFailure("A batch failed beside it", error);
  const attempt: Attempt = { leftOut: failure, shadowId: null, uncounted: null };
  const totals = await settle(attempt);
  if (totals && !mayPass(error)) await endAfterError(ctx, { id, failure });
  else await reportUncounted(ctx, attempt);
  return totals;
}

/** A shadow whose misses are unknown ends: its figures would be wrong without saying so. */
async function reportUncounted(ctx: Ctx, { shadowId: id, uncounted }: Attempt): Promise<void> {
  if (id === null || uncounted === null) return;
  const failure = toFailure("The clicks that it missed could not be counted", uncounted);
  await endAfterError(ctx, { id, failure });
}

/** If this fails too, the next batch tries again. */
async function endAfterError(ctx: Ctx, { id, failure }: { id: string; failure: string }) {
  try {
    await withTx(ctx.db, (tx) => endFailedShadow(tx, ctx, { id, failure }));
  } catch (err) {
    ctx.log.error({ err, shadow: id }, "The shadow of the policy could not be ended");
  }
}

/** SQLSTATEs of a transaction that conflicted with another one, or that waited too long for a lock. */
const DISTURBED = new Set(["40001", "40P01", "55P03"]);

/** Whether the error may be gone when the batch is repeated, because the shadow's policy did not cause it. */
function mayPass(error: unknown): boolean {
  return DISTURBED.has(codeOf(error)) || tookTooLong(error) || isStoreUnavailable(error);
}

/** The next attempt would take as long, and settlement waits for it. */
function tookTooLong(error: unknown): boolean {
  return codeOf(error) === "57014" || (error instanceof AppError && error.code === "unavailable");
}

function codeOf(error: unknown): string {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
