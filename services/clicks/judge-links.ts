import { findLinkSpan, judgeLink } from "@fairclick/core/clicks/link-findings";
import type { UserId } from "@fairclick/core/ids";
import { linkReviewed } from "@fairclick/core/notices/click-notices";
import {
  insertFinding,
  type LinkToJudge,
  listLinksToJudge,
  readLinkFacts,
} from "@fairclick/sql/clicks/findings";
import { withTx } from "@fairclick/sql/db/tx";
import { nameCampaign } from "../campaigns/notify-unpaid";
import type { Ctx } from "../context";
import { notify } from "../notify";

const SLICE = 200;
/** Max links of one creator that are judged before a withdrawal. */
const LINKS_OF_CREATOR = 100;

type LinkCtx = Pick<Ctx, "db" | "now" | "log">;

/**
 * Judges every link with enough recent paid clicks, in slices, and opens findings. Safe to run twice
 * and concurrently: a link has at most one open finding. Returns how many findings it opened.
 */
export async function judgeAllLinks(ctx: LinkCtx): Promise<number> {
  const { from } = findLinkSpan(ctx.now(), null);
  let opened = 0;
  let after: LinkToJudge | null = null;
  for (;;) {
    const links: LinkToJudge[] = await listLinksToJudge(ctx.db.sql, { from, after, limit: SLICE });
    for (const link of links) if (await judgeOne(ctx, link)) opened += 1;
    after = links.at(-1) ?? null;
    if (links.length < SLICE) return opened;
  }
}

/** Judges a creator's links, those with the most clicks first, before their earnings can leave. */
export async function judgeCreatorLinks(ctx: LinkCtx, creatorId: UserId): Promise<void> {
  const { from } = findLinkSpan(ctx.now(), null);
  const links = await listLinksToJudge(ctx.db.sql, { from, creatorId, limit: LINKS_OF_CREATOR });
  for (const link of links) await judgeOne(ctx, link);
}

async function judgeOne(ctx: LinkCtx, { decidedAt, ...link }: LinkToJudge): Promise<boolean> {
  const at = ctx.now();
  const span = findLinkSpan(at, decidedAt);
  const signals = judgeLink(await readLinkFacts(ctx.db.sql, link, span));
  if (signals.length === 0) return false;
  const id = Bun.randomUUIDv7();
  const opened = await withTx(ctx.db, async (tx) => {
    if (!(await insertFinding(tx, { ...link, id, signals, fromAt: span.from, at }))) return false;
    const data = { ...(await nameCampaign(tx, link.campaignId)), state: "open" as const };
    await notify(tx, ctx, linkReviewed, { to: [link.creatorId], data, key: `${id}:open` });
    return true;
  });
  if (opened) ctx.log.warn({ findingId: id, ...link, signals }, "a link waits for an operator");
  return opened;
}
