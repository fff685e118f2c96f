import { knownDevice } from "@fairclick/e2e/world/known-device";
import { seededRandom } from "@fairclick/e2e/world/seeded-random";

const userAgents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
];
const referrers = [
  "https://www.tiktok.com/",
  "https://www.youtube.com/",
  "https://discord.com/",
  "",
];

/**
 * Returns the HTTP requests of browsers at different IP addresses following the paths. Half carry
 * our device cookie.
 */
export function makeRequests(paths: readonly string[]): Buffer[] {
  const random = seededRandom(7);
  const byte = () => Math.floor(random.between(1, 255));
  return paths.map((path) => {
    const referrer = random.pick(referrers);
    const lines = [
      `GET ${path} HTTP/1.1`,
      "Host: fairclick.example",
      "Connection: keep-alive",
      "Upgrade-Insecure-Requests: 1",
      `User-Agent: ${random.pick(userAgents)}`,
      "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
      "Sec-Fetch-Site: cross-site",
      "Sec-Fetch-Mode: navigate",
      "Sec-Fetch-User: ?1",
      "Sec-Fetch-Dest: document",
      ...(referrer ? [`Referer: ${referrer}`] : []),
      "Accept-Encoding: gzip, deflate, br",
      "Accept-Language: en-GB,en;q=0.9",
      `X-Forwarded-For: 81.${byte()}.${byte()}.${byte()}`,
      ...(random.next() < 0.5 ? [`Cookie: ${knownDevice(crypto.randomUUID())}`] : []),
    ];
    return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

/** Returns `count` random paths; the same on every run. */
export function pickPaths(paths: readonly string[], count: number): string[] {
  const random = seededRandom(11);
  return Array.from({ length: count }, () => random.pick(paths));
}
