import { knownDevice } from "../world/known-device";
import type { BenchLink } from "../world/market";
import type { Random } from "../world/seeded-random";

const browsers = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
];
const bots = ["Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.11.0", ""];
const pages = [
  "www.youtube.com/watch?v=1",
  "www.tiktok.com/",
  "discord.com/",
  "x.com/a",
  "m.vk.com/",
];

/** Countries of the visitors' ranges. Other IP addresses are unknown. */
export const countries =
  "81.0.0.0,81.63.255.255,GB\n81.64.0.0,81.127.255.255,FR\n92.40.0.0,92.40.255.255,DE";

export type Visit = {
  link: BenchLink;
  method: "GET" | "HEAD";
  headers: Record<string, string>;
  /** Whether the response should be a 302, as for nearly all visits. */
  isRedirected: boolean;
};

const REGULARS = 400;
const SCHOOLS = 10;

type Kind = {
  share: number;
  make: (links: readonly BenchLink[], random: Random) => Partial<Visit>;
};

/** Kinds of visitors besides first-time visitors, with their shares. */
const kinds: Kind[] = [
  {
    share: 0.12,
    make: (_, random) => ({ headers: regular(Math.floor(random.next() * REGULARS)) }),
  },
  { share: 0.04, make: atSchool },
  { share: 0.04, make: () => ({ headers: { "x-forwarded-for": "92.40.10.7" } }) },
  { share: 0.06, make: asBot },
  { share: 0.02, make: () => ({ method: "HEAD" }) },
  { share: 0.02, make: () => ({ headers: { "sec-fetch-dest": "image" } }) },
  { share: 0.02, make: () => ({ headers: { "sec-purpose": "prefetch" }, isRedirected: false }) },
  {
    share: 0.01,
    make: () => ({ headers: { "user-agent": "Discordbot/2.0" }, isRedirected: false }),
  },
];

/**
 * Returns a random visit: mostly people with their own IP address; also regulars, schools, repeat
 * clickers and programs.
 */
export function makeVisit(links: readonly BenchLink[], random: Random): Visit {
  let chance = random.next();
  const kind = kinds.find(({ share }) => {
    chance -= share;
    return chance < 0;
  });
  const { headers, ...visit } = kind?.make(links, random) ?? {};
  return {
    link: random.pick(links),
    method: "GET",
    isRedirected: true,
    ...visit,
    headers: { ...stranger(random), ...headers },
  };
}

function stranger(random: Random): Record<string, string> {
  const byte = () => Math.floor(random.between(1, 255));
  const from = random.next();
  const page = from < 0.02 ? `blog-${byte()}.example/${byte()}` : random.pick(pages);
  return {
    "x-forwarded-for": `81.${byte()}.${byte()}.${byte()}`,
    "user-agent": random.pick(browsers),
    ...(from < 0.6 ? { referer: `https://${page}` } : {}),
  };
}

/** A known device that returns, on any link. */
function regular(n: number): Record<string, string> {
  return {
    "x-forwarded-for": `81.70.${Math.floor(n / 200)}.${1 + (n % 200)}`,
    "user-agent": browsers[n % browsers.length] ?? "",
    cookie: device(n),
  };
}

/** Many devices behind one IP address, all on the same link. */
function atSchool(links: readonly BenchLink[], random: Random): Partial<Visit> {
  const school = Math.floor(random.next() * SCHOOLS);
  const link = links[Math.floor((school * links.length) / SCHOOLS)];
  const pupil = REGULARS + Math.floor(random.next() * 1_000_000);
  const headers = { "x-forwarded-for": `81.71.0.${1 + school}`, cookie: device(pupil) };
  return { ...(link && { link }), headers };
}

/** A bot. Half of them visit the same link, which becomes unusual. */
function asBot(links: readonly BenchLink[], random: Random): Partial<Visit> {
  const [unusual] = random.next() < 0.5 ? links : [];
  return { ...(unusual && { link: unusual }), headers: { "user-agent": random.pick(bots) } };
}

function device(n: number): string {
  return knownDevice(`00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`);
}
