import { MAX_LINK_FINDINGS } from "@fairclick/core/clicks/operated-links";
import { sumClicksOfLinks } from "@fairclick/sql/campaigns/links";
import { findLinkByCode, type OperatedLink } from "@fairclick/sql/campaigns/operated";
import { sumPendingPrices } from "@fairclick/sql/clicks/click-counts";
import { listFindings, type OperatedFinding } from "@fairclick/sql/clicks/findings";
import type { Ctx } from "../../context";
import { type NamedLinkView, readNamedLinks } from "./named-links";
import { linkNotFoundByCode } from "./stop-link";

export const DAY_MS = 86_400_000;

export type LinkDetails = OperatedLink & {
  heldMicros: bigint;
  pendingMicros: bigint;
  lastDay: { clicks: number; paidMicros: bigint };
  names: NamedLinkView[];
  findings: OperatedFinding[];
};

/** Returns one link with its names, money and findings, for operators. Throws `not_found`. */
export async function getLinkDetails(
  { db: { sql }, now }: Pick<Ctx, "db" | "now">,
  code: string,
): Promise<LinkDetails> {
  const link = await findLinkByCode(sql, code);
  if (!link) throw linkNotFoundByCode(code);
  const { campaignId, creatorId } = link;
  const since = new Date(now().getTime() - DAY_MS);
  const [pendingMicros, lastDay, names, findings] = await Promise.all([
    sumPendingPrices(sql, { campaignId, creatorId }),
    sumClicksOfLinks(sql, { creatorId, campaignIds: [campaignId], since }),
    readNamedLinks(sql, { campaignId, creatorId }),
    listFindings(sql, { state: null, link, cursor: null, limit: MAX_LINK_FINDINGS }),
  ]);
  return { ...link, pendingMicros, lastDay, names: names ?? [], findings };
}
