import type { State } from "./state";

/** Replaces the URLs in objects and stored answers when the stand-in starts at another address. */
export function rebaseUrls(state: State, publicUrl: string): State {
  const before = state.publicUrl;
  if (before === "" || before === publicUrl) return { ...state, publicUrl };
  const moved = JSON.stringify(state).replaceAll(`${before}/`, `${publicUrl}/`);
  return { ...JSON.parse(moved), publicUrl };
}
