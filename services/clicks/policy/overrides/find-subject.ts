import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import type { OverrideSubject } from "@fairclick/sql/clicks/policy-overrides";
import { getUser } from "../../../accounts/find-user";
import type { Ctx } from "../../../context";

/** Finds the subject of `campaign:ID` or `user:NAME`. Throws `not_found`. */
export async function findSubject(ctx: Pick<Ctx, "db">, text: string): Promise<OverrideSubject> {
  const [kind, ...rest] = text.split(":");
  const name = rest.join(":");
  if (kind === "user") return { campaignId: null, creatorId: (await getUser(ctx, name)).id };
  const campaign = isUuid(name) ? await findCampaign(ctx.db.sql, asId<CampaignId>(name)) : null;
  if (!campaign) throw new AppError("not_found", `There is no campaign ${name}.`);
  return { campaignId: campaign.id, creatorId: null };
}

/** Returns the subject as the audit log names it. */
export function nameSubject({ campaignId, creatorId }: OverrideSubject): string {
  return campaignId === null ? `user:${creatorId}` : `campaign:${campaignId}`;
}
