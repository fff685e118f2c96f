import type { Click } from "@fairclick/core/clicks/click";
import type { BenchLink } from "@fairclick/e2e/world/market";
import { seededRandom } from "@fairclick/e2e/world/seeded-random";

const userAgent =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

/**
 * Returns `count` clicks from random IP addresses on random links, spread over ten minutes from
 * `from`. `from` is also the seed.
 */
export function newClicks(links: readonly BenchLink[], count: number, from: Date): Click[] {
  const random = seededRandom(from.getTime());
  const byte = () => Math.floor(random.between(1, 255));
  return Array.from({ length: count }, (_, n) => {
    const at = from.getTime() + Math.floor((n * 600_000) / count);
    const { campaignId, creatorId } = random.pick(links);
    return {
      id: Bun.randomUUIDv7("hex", at),
      at,
      campaignId,
      creatorId,
      ip: `81.${byte()}.${byte()}.${byte()}`,
      device: crypto.randomUUID(),
      method: "GET",
      userAgent,
      referrer: "https://www.tiktok.com/",
      acceptLanguage: "en-GB,en;q=0.9",
      purpose: null,
      secFetchDest: "document",
      secFetchMode: "navigate",
      secFetchSite: "cross-site",
      secChUa: null,
      secChUaMobile: null,
      secChUaPlatform: null,
      secure: false,
      unpaid: null,
    };
  });
}
