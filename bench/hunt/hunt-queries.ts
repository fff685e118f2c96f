import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { topClicksQuerySchema, topKinds } from "@fairclick/core/clicks/stats";
import { findRelatedUsers } from "@fairclick/services/accounts/users";
import { getLinkDetails } from "@fairclick/services/campaigns/links";
import { listFlaggedClicks, listTopClicks } from "@fairclick/services/clicks/flagged-clicks";
import { getSuspect, listSuspects } from "@fairclick/services/clicks/suspects";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db } from "@fairclick/sql/db/client";

export type HuntQuery = { name: string; read: () => Promise<unknown> };

/** The address with the most clicks of uneven traffic, and a network around it. */
const ADDRESS = "81.0.0.0";
const NETWORK = "81.0.0.0/16";

export type HuntedLink = { campaignId: string; creatorId: string; code: string };

/** Lists what an operator reads while looking for fraud, as the API reads it, about the busiest link. */
export function listHuntQueries(db: Db, link: HuntedLink): HuntQuery[] {
  const ctx = systemCtx(db);
  const { creatorId: creator, code } = link;
  return [
    ...listClickHunts(db, link),
    { name: "suspects list", read: () => listSuspects(ctx, {}) },
    { name: "suspects list --kind network", read: () => listSuspects(ctx, { kind: "network" }) },
    { name: "suspects list --creator", read: () => listSuspects(ctx, { creator }) },
    { name: "suspects show", read: () => getSuspect(ctx, `creator:${creator}`) },
    { name: "links show", read: () => getLinkDetails(ctx, code) },
    { name: "users related, a creator", read: () => findRelatedUsers(ctx, creator) },
  ];
}

/** Those of them that read clicks; within `time`, or the product's own. The filters are those that match most clicks. */
export function listClickHunts(
  db: Db,
  { campaignId: campaign, creatorId: creator }: Pick<HuntedLink, "campaignId" | "creatorId">,
  time: { from?: string; to?: string } = {},
): HuntQuery[] {
  const ctx = systemCtx(db);
  const top = (filter: object) =>
    listTopClicks(ctx, topClicksQuerySchema.parse({ ...time, ...filter }));
  const filters = {
    flagged: {},
    "a frequent signal": { signal: "known_bot" },
    "a rare signal": { signal: "vpn" },
    "all clicks of a link": { campaign, creator, verdict: "any" },
    "all clicks of an address": { address: ADDRESS, verdict: "any" },
    "all clicks of a network": { address: NETWORK, verdict: "any" },
  };
  return [
    ...topKinds.flatMap((by) => [
      { name: `clicks top --by ${by}`, read: () => top({ by }) },
      { name: `clicks top --by ${by} --campaign`, read: () => top({ by, campaign }) },
    ]),
    {
      name: "clicks top --by creator --verdict flagged",
      read: () => top({ by: "creator", verdict: "flagged" }),
    },
    { name: "clicks top --by device --creator", read: () => top({ by: "device", creator }) },
    {
      name: "clicks top --by device --address",
      read: () => top({ by: "device", address: NETWORK }),
    },
    ...Object.entries(filters).map(([what, filter]) => ({
      name: `clicks list, ${what}`,
      read: () => listFlaggedClicks(ctx, clicksQuerySchema.parse({ ...time, ...filter })),
    })),
  ];
}
