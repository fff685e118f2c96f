import type { ChaosMarket } from "../market";

/** Stands in the counters for all links of a campaign together. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

export type LinkIds = { campaignId: string; creatorId: string };
export type NameLink = (link: LinkIds) => string;

/** How differences call a link, or all links of a campaign. */
export function nameLinks({ campaigns, creators }: ChaosMarket): NameLink {
  const named = [...campaigns, ...creators].map(({ id, name }) => [id as string, name] as const);
  const names = new Map([...named, [ALL_LINKS, "everybody"]]);
  return ({ campaignId, creatorId }) =>
    `${names.get(campaignId) ?? campaignId} by ${names.get(creatorId) ?? creatorId}`;
}
