import type { Policy } from "@fairclick/core/clicks/policy";
import type { OverridePair } from "@fairclick/core/clicks/policy-overrides";
import { applyOverrides, indexOverrides } from "@fairclick/core/clicks/policy-overrides";
import { listOverridesBetween } from "@fairclick/sql/clicks/policy-overrides";
import type { Ctx } from "../../../context";
import { getPolicyAt } from "../read-policy";
import { findSubject } from "./find-subject";

type Wanted = {
  /** Its id; clicks of all campaigns if it is missing. */
  campaign?: string | undefined;
  /** The creator's id, name or e-mail address; clicks of all creators if it is missing. */
  user?: string | undefined;
  windowSeconds: number;
};

/** Returns the values that judge the clicks of a campaign, a creator or one link now. Throws `not_found`. */
export async function getEffectivePolicy(
  ctx: Pick<Ctx, "db" | "now">,
  { campaign, user, windowSeconds }: Wanted,
): Promise<{ policy: Policy; overrides: OverridePair }> {
  const at = ctx.now();
  const campaignId = campaign && (await findSubject(ctx, `campaign:${campaign}`)).campaignId;
  const creatorId = user && (await findSubject(ctx, `user:${user}`)).creatorId;
  const inForce = await getPolicyAt(ctx.db.sql, { at, windowSeconds });
  const overrides = indexOverrides(await listOverridesBetween(ctx.db.sql, { from: at, to: at }))({
    at: at.getTime(),
    ...{ campaignId: campaignId ?? "", creatorId: creatorId ?? "" },
  });
  return { policy: applyOverrides(inForce, overrides), overrides };
}
