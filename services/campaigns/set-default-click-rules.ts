import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { lockDefaultClickRules, updateDefaultClickRules } from "@fairclick/sql/campaigns/operated";
import type { Ctx } from "../context";
import { makeChange } from "../operations/operators/make-change";

/** Sets the default click rules of new campaigns. Existing ones keep theirs. */
export async function setDefaultClickRules(
  ctx: Ctx,
  { clickRules, ...input }: ChangeInput & { clickRules: ClickRules },
): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const before = await lockDefaultClickRules(tx);
    if (before === clickRules) {
      throw new AppError("conflict", `The default click rules are ${clickRules} already.`);
    }
    return {
      action: "marketplace.click_rules",
      subject: "marketplace",
      before: { clickRules: before },
      after: { clickRules },
      apply: () => updateDefaultClickRules(tx, clickRules),
    };
  });
}
