import type {
  ClickDecision,
  ClickDecisionInput,
} from "@fairclick/core/clicks/click-decisions-schema";
import type { ClickAction, ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { DecidableClick } from "@fairclick/sql/clicks/click-decisions";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { type Act, type DecidedBatch, decideBatch } from "./decide-batch";
import { findDecidableClicks } from "./find-decidable-clicks";
import { sumDecision } from "./sum-decision";

/** So many clicks of a campaign are decided in one transaction. */
const BATCH_SIZE = 1_000;

export type DecideClicks = ClickDecisionInput & {
  action: ClickAction;
  /** For reversals, and for them only. */
  category?: ReversalCategory;
};

/**
 * Approves, rejects or reverses clicks, a transaction a batch and campaign. Twice changes nothing: a
 * click that the action does not concern any more is left as it is, and named among those skipped
 * when it was asked for by its id. A dry run decides alike and changes nothing.
 */
export async function decideClicks(ctx: Ctx, input: DecideClicks): Promise<ClickDecision> {
  const { action, clicks: selection, reason, dryRun, category = null } = input;
  const act: Act = {
    id: Bun.randomUUIDv7(),
    operatorId: requireOperator(ctx),
    action,
    category,
    reason,
    dryRun,
  };
  const found = await findDecidableClicks(ctx.db, action, selection);
  const batches: DecidedBatch[] = [];
  for (const batch of toBatches(found.clicks)) batches.push(await decideBatch(ctx, act, batch));
  const named = "ids" in selection;
  const skipped = [...found.skipped, ...batches.flatMap((batch) => batch.skipped)];
  return {
    ...(await sumDecision(ctx.db, act, batches)),
    skipped: named ? skipped : [],
    complete: found.complete,
  };
}

/** Campaigns in the order of their ids, clicks in that of time. */
function toBatches(clicks: DecidableClick[]): DecidableClick[][] {
  const campaigns = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  return [...campaigns]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) =>
      Array.from({ length: Math.ceil(own.length / BATCH_SIZE) }, (_, index) =>
        own.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      ),
    );
}
