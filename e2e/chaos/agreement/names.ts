import type { ChaosMarket } from "../market";

/** The creator id that counters use for all links of a campaign together. */
export const ALL_LINKS = "00000000-0000-0000-0000-000000000000";

export type LinkIds = { campaignId: string; creatorId: string };
export type NameLink = (link: LinkIds) => string;

/** Returns a function that names a link, or all links of a campaign, in differences. */
export function nameLinks({ campaigns, creators }: ChaosMarket): NameLink {
  const named = [...campaigns, ...creators].map(({ id, name }) => [id as string, name] as const);
  const names = new Map([...named, [ALL_LINKS, "everybody"]]);
  return ({ campaignId, creatorId }) =>
    `${names.get(campaignId) ?? campaignId} by ${names.get(creatorId) ?? creatorId}`;
}
