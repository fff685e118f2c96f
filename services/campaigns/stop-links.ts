import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { linksChanged } from "@fairclick/core/notices/campaign-notices";
import {
  type DisabledBy,
  type LinkKey,
  type NamedLink,
  updateLinkDisabled,
  updateLinksDisabled,
} from "@fairclick/sql/campaigns/links";
import { lockLinkByCode } from "@fairclick/sql/campaigns/operated";
import type { Tx } from "@fairclick/sql/db/client";
import { makeChange, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { linkNotFoundByCode } from "./links";
import { nameCampaign } from "./notify-unpaid";

type LinksChange = {
  links: readonly NamedLink[];
  reason: string;
  disabledAt: Date | null;
  disabledBy: DisabledBy | null;
};

/**
 * Disables or enables locked links of several creators at once, with an audit row for each, and notifies
 * each creator once.
 */
export async function changeLinks(
  tx: Tx,
  ctx: Ctx,
  { links, reason, disabledAt, disabledBy }: LinksChange,
): Promise<void> {
  await updateLinksDisabled(tx, { links, disabledAt, disabledBy });
  const was = disabledBy === null ? "operator" : null;
  for (const { code, ...link } of links) {
    await writeAudit(tx, ctx, {
      action: disabledBy === null ? "link.enable" : "link.disable",
      subject: linkSubject(link),
      before: { code, disabledBy: was },
      after: { code, disabledBy },
      reason,
    });
  }
  for (const [creatorId, own] of Map.groupBy(links, (link) => link.creatorId)) {
    const named = own.map(({ campaignId, campaignName: name }) => ({ campaignId, name }));
    await notify(tx, ctx, linksChanged, {
      to: [creatorId],
      data:
        disabledBy === null
          ? { state: "enabled", links: named }
          : { state: "stopped", by: disabledBy, links: named },
    });
  }
}

type OneLink = ChangeInput & { code: string };

/** Disables a creator's link: visitors get 410, and its developer cannot enable it again. */
export async function disableLink(ctx: Ctx, { code, ...input }: OneLink): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const link = await getLocked(tx, code);
    if (link.disabledBy === "operator") {
      throw new AppError("conflict", `The link ${code} is disabled already.`);
    }
    return {
      action: "link.disable",
      subject: linkSubject(link),
      before: { code, disabledBy: link.disabledBy },
      after: { code, disabledBy: "operator" },
      apply: async () => {
        await updateLinkDisabled(tx, { ...link, disabledAt: ctx.now(), disabledBy: "operator" });
        const links = [await nameCampaign(tx, link.campaignId)];
        const data = { state: "stopped", by: "operator", links } as const;
        await notify(tx, ctx, linksChanged, { to: [link.creatorId], data });
      },
    };
  });
}

/**
 * Enables a link that an operator disabled. A link that its developer disabled can only be enabled
 * by the developer.
 */
export async function enableLink(ctx: Ctx, { code, ...input }: OneLink): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const link = await getLocked(tx, code);
    if (link.disabledBy !== "operator") {
      const why = link.disabledBy ? "was disabled by its developer" : "is not disabled";
      throw new AppError("conflict", `The link ${code} ${why}.`);
    }
    return {
      action: "link.enable",
      subject: linkSubject(link),
      before: { code, disabledBy: link.disabledBy },
      after: { code, disabledBy: null },
      apply: async () => {
        await updateLinkDisabled(tx, { ...link, disabledAt: null, disabledBy: null });
        const links = [await nameCampaign(tx, link.campaignId)];
        const data = { state: "enabled", links } as const;
        await notify(tx, ctx, linksChanged, { to: [link.creatorId], data });
      },
    };
  });
}

async function getLocked(tx: Tx, code: string) {
  const link = await lockLinkByCode(tx, code);
  if (!link) throw linkNotFoundByCode(code);
  return link;
}

function linkSubject({ campaignId, creatorId }: LinkKey): string {
  return `link:${campaignId}:${creatorId}`;
}
