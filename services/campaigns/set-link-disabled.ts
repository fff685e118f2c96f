import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { linksChanged } from "@fairclick/core/notices/campaign-notices";
import {
  findLink,
  type LinkKey,
  type LinkRow,
  lockLink,
  updateLinkDisabled,
} from "@fairclick/sql/campaigns/links";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";
import { notify } from "../notices/notify";
import { writeAudit } from "../operations/write-audit";
import { lockOwnCampaign } from "./own-campaign";
import { linkNotFound } from "./parse-ids";

/** Disables or enables a creator's link of the caller's campaign. Idempotent. */
export async function setLinkDisabled(
  ctx: Ctx,
  { disabled, ...key }: LinkKey & { disabled: boolean },
): Promise<LinkRow> {
  return withTx(ctx.db, async (tx) => {
    const { name } = await lockOwnCampaign(tx, ctx, key.campaignId);
    const before = await lockLink(tx, key);
    if (!before) throw linkNotFound();
    if (before.disabledBy === "operator" && !disabled) {
      throw new AppError("forbidden", t`This link was disabled by Fairclick and stays disabled`);
    }
    const after = disabled ? (before.disabledBy ?? "developer") : null;
    if (after !== before.disabledBy) {
      const disabledAt = after === null ? null : ctx.now();
      await updateLinkDisabled(tx, { ...key, disabledAt, disabledBy: after });
      await writeAudit(tx, ctx, {
        action: disabled ? "link.disable" : "link.enable",
        subject: `link:${key.campaignId}:${key.creatorId}`,
        before: { disabledBy: before.disabledBy },
        after: { disabledBy: after },
      });
      const links = [{ campaignId: key.campaignId, name }];
      await notify(tx, ctx, linksChanged, {
        to: [key.creatorId],
        data: disabled ? { state: "stopped", by: "developer", links } : { state: "enabled", links },
      });
    }
    const link = await findLink(tx, key);
    if (!link) throw linkNotFound();
    return link;
  });
}
