import type { Signal } from "@fairclick/core/clicks/signal";
import type { BenchLink } from "@fairclick/e2e/world/market";
import { type Random, seededRandom } from "@fairclick/e2e/world/seeded-random";
import type { PendingClick } from "@fairclick/sql/clicks/pending-clicks";

const AGENTS = 2_000;
const phones = ["SM-S918B", "Pixel 8 Pro", "moto g54 5G", "2201117TY", "CPH2481", "V2247", "K"];
const sites = [
  "https://www.tiktok.com/",
  "https://www.youtube.com/",
  "https://l.instagram.com/",
  "android-app://com.discord/",
  "https://www.reddit.com/r/gamedeals/comments/1b2c3d4/free_this_week/",
];
const countries = ["US", "BR", "IN", "DE", "FR", "GB", "PH", "MX", "ID", "TR", "PL", "VN", "ES"];

/**
 * Returns the clicks of a span: a third over IPv6, six of ten by devices without a cookie, three of ten by
 * devices that a click named, some 2,000 user agents of which the first are the most frequent, a sixteenth
 * with a signal. With `invent`, every click has a user agent and a device of its own, as a program makes them.
 */
export function makeVisits(
  links: readonly BenchLink[],
  {
    count,
    from,
    seconds,
    invent,
  }: { count: number; from: number; seconds: number; invent: boolean },
): PendingClick[] {
  const random = seededRandom(from);
  const few = (items: number, evenness: number) => Math.floor(random.next() ** evenness * items);
  return Array.from({ length: count }, (_, n): PendingClick => {
    const clickedAt = from + Math.floor((n * seconds * 1_000) / count);
    const { campaignId, creatorId } = links[few(links.length, 2)] ?? random.pick(links);
    const ipKey = makeAddress(random);
    const luck = random.next();
    const weak = `like:${crypto.randomUUID().replaceAll("-", "").slice(12)}`;
    const named = luck < 0.3 ? `.${Bun.randomUUIDv7("hex", clickedAt - few(86_400_000, 2))}` : "";
    const isKnown = luck < 0.4 && !invent;
    const referrer = sites[few(sites.length, 2)] ?? null;
    return {
      id: Bun.randomUUIDv7("hex", clickedAt),
      clickedAt,
      campaignId,
      creatorId,
      ip: ipKey.includes("/") ? ipKey.replace("::/64", `::${n.toString(16).slice(-4)}`) : ipKey,
      ipKey,
      deviceKey: isKnown ? `cookie:${crypto.randomUUID()}${named}` : weak,
      weakKey: isKnown ? weak : null,
      deviceKnown: isKnown,
      method: "GET",
      userAgent: makeAgent(invent ? n : few(AGENTS, 2)),
      referrer: luck < 0.2 ? null : referrer,
      country: countries[few(countries.length, 2)] ?? null,
      asn: 1_000 + few(5_000, 3),
      deviceClass: random.pick(["phone", "phone", "phone", "desktop", "tablet"]),
      browser: random.pick(["Chrome", "Chrome", "Safari", "In an app", "Firefox"]),
      referrerHost: luck < 0.2 || !referrer ? "direct" : new URL(referrer).hostname || "other",
      signals: makeSignals(random),
      linkName: random.next() < 0.1 ? "bio" : null,
      ipDataVersion: 1,
    };
  });
}

function makeAddress(random: Random): string {
  const byte = () => Math.floor(random.between(1, 255));
  if (random.next() > 0.33) return `81.${byte()}.${byte()}.${byte()}`;
  const part = () => Math.floor(random.between(4_096, 65_535)).toString(16);
  return `2a02:${part()}:${part()}:${part()}::/64`;
}

/** The longest texts that browsers send: with the model of the phone and the version's numbers. */
function makeAgent(n: number): string {
  const phone = phones[n % phones.length];
  return `Mozilla/5.0 (Linux; Android ${10 + (n % 6)}; ${phone}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (n % 45)}.0.${4_000 + n}.${n % 199} Mobile Safari/537.36`;
}

function makeSignals(random: Random): Signal[] {
  const luck = random.next();
  if (luck < 0.04) return [{ signal: "known_bot", evidence: { userAgent: "curl/8" } }];
  if (luck < 0.06) return [{ signal: "vpn", evidence: { network: "Example VPN" } }];
  return [];
}
