export type LinkId = { campaignId: string; creatorId: string };

/** Returns a link's cache key, which is also the end of the URL that we generate for it. */
export function linkKey({ campaignId, creatorId }: LinkId): string {
  return `${campaignId}?userId=${creatorId}`;
}

/** Returns the creator id in a link's key. */
export function parseKeyCreator(key: string): string {
  return key.slice(key.lastIndexOf("=") + 1);
}
