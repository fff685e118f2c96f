const KEY = "ended-guides";
const KEPT = 10;

export type Guide = "creator" | "developer";

/** Returns whether an account's guide was finished or dismissed in this browser. */
export function isGuideEnded(guide: Guide, userId: string): boolean {
  return readEnded().includes(guideKey(guide, userId));
}

/** Stores that the guide ended. Keeps the last ten, so that many accounts in one browser cannot fill the storage. */
export function endGuide(guide: Guide, userId: string): void {
  const name = guideKey(guide, userId);
  const others = readEnded().filter((ended) => ended !== name);
  localStorage.setItem(KEY, [...others, name].slice(-KEPT).join(" "));
}

const guideKey = (guide: Guide, userId: string) => `${guide}:${userId}`;

function readEnded(): string[] {
  return localStorage.getItem(KEY)?.split(" ") ?? [];
}
