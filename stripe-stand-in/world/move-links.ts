import type { State } from "./state";

/** After a start at another address: objects and stored answers name the new one. */
export function moveLinks(state: State, publicUrl: string): State {
  const before = state.publicUrl;
  if (before === "" || before === publicUrl) return { ...state, publicUrl };
  const moved = JSON.stringify(state).replaceAll(`${before}/`, `${publicUrl}/`);
  return { ...JSON.parse(moved), publicUrl };
}
