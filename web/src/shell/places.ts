import { t } from "@fairclick/core/language/t";
import { readSide } from "../session/session";

/** Event that opens the search for everything. */
export const OPEN_SEARCH = "open-search";
export const openSearch = () => document.dispatchEvent(new Event(OPEN_SEARCH));

/** Places of the bar at the top. */
export const mainPlaces = [
  { to: "/app/developer-hub", name: t`Developer Hub` },
  { to: "/app/creator-hub", name: t`Creator Hub`, state: { side: "creator" } },
  { to: "/app/payments", name: t`Payments`, words: t`receipt, invoice, statement, CSV` },
] as const;

/** Returns the hub of the side that was used last. */
export const ownHub = () => mainPlaces[readSide() === "developer" ? 0 : 1];

const contact = { to: "/contact", name: t`Contact` } as const;

export const accountPlaces = [
  { to: "/app/earnings", name: t`Earnings` },
  { to: "/app/profile", name: t`Profile` },
  { to: "/app/api", name: t`API` },
  contact,
] as const;

/** Texts that the server renders. */
export const textPlaces = [
  {
    to: "/rules",
    name: t`Rules`,
    words: t`clicks: valid, invalid, held, bots, data centre, appeal, objection`,
  },
  { to: "/terms", name: t`Terms`, words: t`fee, age, parent, smallest withdrawal` },
  { to: "/privacy", name: t`Privacy` },
] as const;

const servedPlaces = [{ to: "/campaigns", name: t`All campaigns` }, ...textPlaces] as const;

/** Places of a signed-in user. */
export const places = [
  ...mainPlaces,
  ...accountPlaces,
  { to: "/app/campaigns", name: t`All Your Campaigns` },
  { to: "/app/wallet", name: t`Wallet` },
  { to: "/app/notices", name: t`Notices` },
  ...servedPlaces,
] as const;

/** Places of everybody else. */
export const publicPlaces = [
  ...servedPlaces,
  contact,
  { to: "/login", name: t`Log In` },
  { to: "/register", name: t`Sign Up` },
] as const;

/** Opens an address: the app's pages without loading the app again, those of the server by loading them. */
export function openAddress(href: string, navigate: (to: { href: string }) => unknown): void {
  const [path] = href.split(/[?#]/);
  if (servedPlaces.some(({ to }) => to === path)) location.assign(href);
  else navigate({ href });
}
