import { LAUNCH_PREFIX } from "./click-id";

const pattern = /^fc_link_([A-Za-z0-9_-]{1,40})$/;

/**
 * A link can have this many more reported players than judged clicks. Further ones are refused: a
 * campaign's key could otherwise store any number.
 */
export const MAX_PLAYERS_BEYOND_CLICKS = 1_000;

/**
 * Returns the launch data for a creator's Roblox share link. It names the link by its short code and has the
 * prefix of a click's launch data, so that a game's code reports both alike.
 */
export function shareLinkLaunchData(code: string): string {
  return `${LAUNCH_PREFIX}link_${code}`;
}

/** Returns the short code of the link that a report names; null if it names none. */
export function parseLinkCode(text: string): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
