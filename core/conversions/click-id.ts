import { isUuid } from "../ids";

/** Prefix of a click id in the launch data of a Roblox game. */
export const LAUNCH_PREFIX = "fc_";

/** Parses a click id, with or without the launch data prefix. Returns null if it is not a UUIDv7. */
export function parseClickId(text: string): { clickId: string; clickedAt: Date } | null {
  const id = withoutPrefix(text);
  if (!isUuid(id) || id[14] !== "7") return null;
  const clickId = id.toLowerCase();
  const millis = Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16);
  return { clickId, clickedAt: new Date(millis) };
}

/** Sent instead of a click id to check the setup. */
export const TEST_CLICK_ID = "test";

/** Whether a report is a test, also if its id came through launch data. */
export function isTestClickId(text: string): boolean {
  return withoutPrefix(text) === TEST_CLICK_ID;
}

function withoutPrefix(text: string): string {
  return text.startsWith(LAUNCH_PREFIX) ? text.slice(LAUNCH_PREFIX.length) : text;
}
