import type { BenchLink } from "../world/market";
import type { Random } from "../world/seeded-random";

const people = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
];
const bots = ["Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.11.0", ""];

type Visit = { path: string; method: "GET" | "HEAD"; headers: Record<string, string> };

/** Mostly people at addresses of their own; some impatient ones, declared bots and bare HEADs. */
export function makeVisit(links: readonly BenchLink[], random: Random): Visit {
  const kind = random.next();
  const impatient = kind < 0.05;
  const bot = kind >= 0.05 && kind < 0.1;
  const byte = () => Math.floor(random.between(1, 255));
  return {
    path: random.pick(links).path,
    method: kind > 0.98 ? "HEAD" : "GET",
    headers: {
      "x-forwarded-for": impatient ? "92.40.10.7" : `81.${byte()}.${byte()}.${byte()}`,
      "user-agent": random.pick(bot ? bots : people),
    },
  };
}
