const LONGEST = 100;

/**
 * Returns the host of a referrer in lower case without `www.`; 'direct' without a usable referrer,
 * 'other' for very long hosts.
 */
export function referrerHost(referrer: string | null): string {
  if (!referrer) return "direct";
  const url = URL.parse(referrer);
  if (!url) return "direct";
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  if (host === "") return "direct";
  return host.length > LONGEST ? "other" : host;
}
