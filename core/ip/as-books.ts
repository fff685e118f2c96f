import books from "./books/as-numbers.json" with { type: "json" };

/**
 * What the addresses of an AS are used for.
 * - `carrier`: mobile companies' own networks and others behind carrier NAT (Starlink, DS-Lite), chosen by
 *   hand. Hundreds of people are behind one address.
 * - `mixed`: phones and homes together, and the fixed lines of countries where homes are commonly behind
 *   carrier NAT (Africa, South and South-East Asia, Iran, Iraq, the Levant, Yemen): perhaps shared.
 * - `home`: cable, DSL and fibre, where a household has an address. It only keeps other lists from refusing them:
 *   an AS of at most 32,768 addresses is left out if no list has one of them.
 * - `campus`: universities, schools and the research networks that connect them.
 * - `vpn`: providers that announce their exits themselves, and hosters that rent mostly to them.
 * - `hosting`: servers by a published source: more than half of its addresses are in lists of data centres or
 *   clouds, or the company offers nothing else. Clicks are refused.
 * - `named hosting`: a hoster's by one list of AS or by its name only ("SCALEWAY" was a mobile company), and
 *   networks that also carry iCloud Private Relay. Clicks are held.
 *
 * `books/NOTICE.md` names the sources.
 */
export const asKinds = [
  "carrier",
  "mixed",
  "home",
  "campus",
  "vpn",
  "hosting",
  "named hosting",
] as const;
export type AsKind = (typeof asKinds)[number];

/** When the books were last checked. */
export const BOOKS_DATE = "2026-11-27";

/** No AS is in two books; a test holds it. */
export const asBooks: Readonly<Record<AsKind, readonly number[]>> = books;

const kinds = new Map<number, AsKind>(
  asKinds.flatMap((kind) => asBooks[kind].map((asn): [number, AsKind] => [asn, kind])),
);

/** The AS behind one address of which many people can be. */
export const sharedAsns = [...asBooks.carrier, ...asBooks.mixed, ...asBooks.campus];

/** Returns null for an AS that is in no book. */
export function findAsKind(asn: number): AsKind | null {
  return kinds.get(asn) ?? null;
}

/**
 * Browsers that fetch every page on their maker's servers, with the networks of these servers.
 * User agent and network must both match: a user agent can be forged, and the networks also host
 * other things.
 */
export const browserProxies = [
  {
    name: "opera-mini",
    userAgent: /\bOpera Mini\/|\bOPiOS\//,
    /** When the networks were last checked: they belong to Opera (registries, AS 39832). */
    date: "2026-11-21",
    ranges: [
      "37.228.104.0/21",
      "82.145.208.0/20",
      "91.203.96.0/22",
      "107.167.96.0/19",
      "141.0.8.0/21",
      "185.26.180.0/22",
      "195.189.142.0/23",
      "2001:4c28::/32",
      "2620:117:c000::/40",
    ],
  },
] as const;

/** RFC 6598: reserved for carrier NAT. A server within a carrier's network sees these addresses. */
export const carrierNat = { name: "rfc6598", date: "2012-04-01", range: "100.64.0.0/10" };

/** Whether the user agent belongs to the browser of this list. */
export function isProxiedBrowser(list: string, userAgent: string | null): boolean {
  const browser = browserProxies.find(({ name }) => name === list);
  return browser !== undefined && userAgent !== null && browser.userAgent.test(userAgent);
}
