import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import { lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import { markRemoved, takeCoverOff } from "@fairclick/sql/campaigns/covers";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { campaignNotFound } from "../parse-ids";
import type { CoverStore } from "./cover-store";
import { deleteCoverFiles } from "./delete-covers";

/**
 * Removes the cover of a campaign, from all campaigns that show the same image, and deletes its files.
 * The same image is refused from then on.
 */
export async function removeCover(
  ctx: Ctx,
  { id, ...input }: ChangeInput & { id: CampaignId },
  store: CoverStore,
): Promise<OperatorChange> {
  const change = await makeChange(ctx, input, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (!campaign) throw campaignNotFound();
    const { name, coverHash: hash, coverAlt } = campaign;
    if (hash === null) throw new AppError("conflict", "This campaign has no cover image.");
    return {
      action: "campaign.cover_remove",
      subject: `campaign:${id}`,
      before: { name, coverHash: hash, coverAlt },
      after: { name, coverHash: null, coverAlt: "" },
      apply: async () => {
        await markRemoved(tx, { hash, at: ctx.now(), reason: input.reason });
        for (const { campaignId, name, developerId } of await takeCoverOff(tx, hash)) {
          await notify(tx, ctx, campaignDecided, {
            to: [developerId],
            data: { campaignId, name, decision: "cover_removed", reason: input.reason },
          });
        }
      },
    };
  });
  const hash = change.before.coverHash;
  if (change.applied && typeof hash === "string") {
    // If this fails, the job `forget` does it.
    await deleteCoverFiles(ctx, store, hash).catch((error: unknown) =>
      ctx.log.warn({ err: error, hash }, "the files of a removed cover are not deleted yet"),
    );
  }
  return change;
}
