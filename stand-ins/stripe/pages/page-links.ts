import { newId } from "../world/ids";
import { now, type World } from "../world/world";

/** What the secret token in a hosted page's URL refers to. `expiresAt` is in seconds. */
export type PageLink = { expiresAt: number } & (
  | { kind: "onboarding_link"; account: string; refreshUrl: string; returnUrl: string }
  | { kind: "onboarding_visit"; account: string; returnUrl: string }
  | { kind: "portal"; customer: string; configuration: string; returnUrl: string | null }
  | { kind: "express_link"; account: string }
  | { kind: "express_visit"; account: string }
);

type LinkOf<K extends PageLink["kind"]> = Extract<PageLink, { kind: K }>;

export function createLink(world: World, link: PageLink): string {
  const token = newId("tok", 32).slice("tok_".length);
  world.state.links[token] = link;
  world.touch();
  return token;
}

export function findLink<K extends PageLink["kind"]>(
  world: World,
  kind: K,
  token: string,
): LinkOf<K> | null {
  const link = world.state.links[token];
  return link && isKind(link, kind) && link.expiresAt > now(world) ? link : null;
}

/**
 * Returns the link and expires it, or returns null if it is unknown, expired or of another kind.
 */
export function consumeLink<K extends PageLink["kind"]>(
  world: World,
  kind: K,
  token: string,
): LinkOf<K> | null {
  const link = findLink(world, kind, token);
  if (link) link.expiresAt = 0;
  world.touch();
  return link;
}

function isKind<K extends PageLink["kind"]>(link: PageLink, kind: K): link is LinkOf<K> {
  return link.kind === kind;
}
