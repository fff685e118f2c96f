import { isUuid } from "../ids";

/** How a click's id is called in a Roblox game's launch data. */
const LAUNCH_PREFIX = "fc_";

/** Developers may hand in the launch data as it came. Null for what no click of ours can be called. */
export function parseClickId(text: string): { clickId: string; clickedAt: Date } | null {
  const id = text.startsWith(LAUNCH_PREFIX) ? text.slice(LAUNCH_PREFIX.length) : text;
  if (!isUuid(id) || id[14] !== "7") return null;
  const clickId = id.toLowerCase();
  const millis = Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16);
  return { clickId, clickedAt: new Date(millis) };
}

/** Handed in instead of a click's id to see whether everything is set up. */
export const TEST_CLICK_ID = "test";
