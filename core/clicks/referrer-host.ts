const LONGEST = 100;

/** Where a visitor came from: the host in lower case without `www.`, or 'direct' when no page is named. */
export function referrerHost(referrer: string | null): string {
  if (!referrer) return "direct";
  const url = URL.parse(referrer);
  if (!url) return "direct";
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  if (host === "") return "direct";
  return host.length > LONGEST ? "other" : host;
}
