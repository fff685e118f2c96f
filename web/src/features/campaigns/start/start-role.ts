import type { Guide } from "./ended-guides";

const KEY = "start-role";

/** Remembers in this tab what its visitor signs up for, through sign-up and Google too. */
export function rememberRole(role: string): void {
  sessionStorage.setItem(KEY, role === "developer" ? role : "creator");
}

/** Returns the guide that the Creator Hub shows, where every newcomer arrives. */
export function newcomersGuide(): Guide {
  return sessionStorage.getItem(KEY) === "developer" ? "developer" : "creator";
}
