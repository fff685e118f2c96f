import type { Guide } from "./ended-guides";

const KEY = "start-role";

/** Remembers in this tab, also across a Google sign-in, whether its visitor signs up as developer or creator. */
export function rememberRole(role: string): void {
  sessionStorage.setItem(KEY, role === "developer" ? role : "creator");
}

/** Returns the guide that the Creator Hub shows, where every newcomer arrives. */
export function newcomersGuide(): Guide {
  return sessionStorage.getItem(KEY) === "developer" ? "developer" : "creator";
}
