import { MAX_LABELS, MAX_LABELS_ADDED } from "@fairclick/core/campaigns/link-label";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  findLinkLabels,
  type LabelSumsRow,
  type LinkKey,
  type LinkLabels,
  listLabelSums,
  lockLinkLabels,
  updateLinkLabels,
} from "@fairclick/sql/campaigns/links";
import type { Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { linkNotFound } from "../parse-ids";

export type NamedLinkView = { code: string; sums: LabelSumsRow; removed: boolean };

/** Lists the labels of the caller's link, oldest first, then removed labels that have clicks. */
export async function listNamedLinks(ctx: Ctx, campaignId: CampaignId): Promise<NamedLinkView[]> {
  const links = await readNamedLinks(ctx.db.sql, { campaignId, creatorId: requireUser(ctx) });
  if (!links) throw linkNotFound();
  return links;
}

/** Like `listNamedLinks`, for any link. Null if there is none. */
export async function readNamedLinks(db: Queryable, key: LinkKey): Promise<NamedLinkView[] | null> {
  const [link, sums] = await Promise.all([findLinkLabels(db, key), listLabelSums(db, key)]);
  if (!link) return null;
  const { code, labels } = link;
  const kept = labels.map((label) => ({
    code,
    sums: sums.find((sum) => sum.label === label) ?? { ...noClicks, label },
    removed: false,
  }));
  const removed = sums
    .filter(({ label }) => !labels.includes(label))
    .map((sum) => ({ code, sums: sum, removed: true }));
  return [...kept, ...removed];
}

const noClicks = { valid: 0n, invalid: 0n, held: 0n, unpaid: 0n, paidMicros: 0n };

/** Adds a label to the caller's link. Idempotent. Throws `conflict` above the limits. */
export async function addNamedLink(
  ctx: Ctx,
  { campaignId, label }: { campaignId: CampaignId; label: string },
): Promise<void> {
  await changeLabels(ctx, campaignId, ({ labels, added }) => {
    if (labels.includes(label)) return null;
    if (labels.length >= MAX_LABELS) {
      throw new AppError("conflict", t`A link has at most ${MAX_LABELS} names. Remove one first.`);
    }
    if (added >= MAX_LABELS_ADDED) {
      throw new AppError(
        "conflict",
        t`You have added ${MAX_LABELS_ADDED} names to this link, which is the most that it can have had.`,
      );
    }
    return { labels: [...labels, label], added: added + 1 };
  });
}

/** Removes a label from the caller's link. Its address keeps working as the link without a label. Idempotent. */
export async function removeNamedLink(
  ctx: Ctx,
  { campaignId, label }: { campaignId: CampaignId; label: string },
): Promise<void> {
  await changeLabels(ctx, campaignId, ({ labels, added }) =>
    labels.includes(label) ? { labels: labels.filter((each) => each !== label), added } : null,
  );
}

type Change = (before: LinkLabels) => Pick<LinkLabels, "labels" | "added"> | null;

/** Changes nothing if `change` returns null. */
async function changeLabels(ctx: Ctx, campaignId: CampaignId, change: Change): Promise<void> {
  const key = { campaignId, creatorId: requireUser(ctx) };
  await withTx(ctx.db, async (tx) => {
    const before = await lockLinkLabels(tx, key);
    if (!before) throw linkNotFound();
    const after = change(before);
    if (after === null) return;
    await updateLinkLabels(tx, { ...key, ...after });
    await writeAudit(tx, ctx, {
      action: "link.names",
      subject: `link:${campaignId}:${key.creatorId}`,
      before: { names: before.labels.join(" ") },
      after: { names: after.labels.join(" ") },
    });
  });
}
