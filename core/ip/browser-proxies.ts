/**
 * Browsers whose maker fetches every page for them, with the networks it does that from. Only both
 * together excuse: anybody can write a user agent, and a maker's network hosts other things too.
 */
export const browserProxies = [
  {
    name: "opera-mini",
    userAgent: /\bOpera Mini\/|\bOPiOS\//,
    /** When its networks were last looked up: they are Opera's own, by the registries and by AS 39832. */
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

/** Whether a user agent is that of the browser which this list belongs to. */
export function isBrowserOf(list: string, userAgent: string | null): boolean {
  const browser = browserProxies.find(({ name }) => name === list);
  return browser !== undefined && userAgent !== null && browser.userAgent.test(userAgent);
}
