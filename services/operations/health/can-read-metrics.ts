import { createHash, timingSafeEqual } from "node:crypto";

type MetricsRequest = { peerIp: string; headers: Headers };

/**
 * Headers that proxies add: such a request comes from elsewhere, even if its peer is this machine.
 */
const PROXY_HEADERS = ["x-forwarded-for", "x-real-ip", "forwarded", "via"];
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether a request may read `/metrics`: with the token if there is one, otherwise from this
 * machine only.
 */
export function canReadMetrics(token: string | null, { peerIp, headers }: MetricsRequest): boolean {
  if (token !== null) return isSame(headers.get("authorization") ?? "", `Bearer ${token}`);
  return LOOPBACK.test(peerIp) && PROXY_HEADERS.every((name) => !headers.has(name));
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
