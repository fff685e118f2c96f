import type { Random } from "@fairclick/e2e/world/seeded-random";
import { address, countries, layOutCarriers } from "./addresses";
import { assumed } from "./assumptions";
import { drawInDay } from "./audience";
import { type Browser, drawPhone, openInApp, openOnPhone } from "./browsers";
import type { Visit } from "./play-visits";
import { drawIndex, drawNormal } from "./random";
import type { Link } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const MARKET_DAYS = 14;
const CARRIER_ADDRESSES = 400;
const HOMES = 60_000;

/** A campaign of the market; where the game reports, this share of honest first visits arrives. */
export type Campaign = {
  campaignId: string;
  developerId: string;
  payoutMicros: bigint;
  joins: number;
};

export type Creator = { creatorId: string; name: string; links: Link[] };

/** Where an audience is, as shares of the countries. */
const audiences = {
  local: (home: number) => countries.map((_, n) => (n === home ? 0.93 : 0.01)),
  "English-speaking": () => [0.5, 0.28, 0.03, 0.02, 0.02, 0.07, 0.07, 0.01],
  "world-wide": () => [0.22, 0.12, 0.08, 0.07, 0.18, 0.13, 0.12, 0.08],
};
export type AudienceKind = keyof typeof audiences;

export type Town = ReturnType<typeof openTown>;

/** Draws addresses of people by country. */
export function openTown(random: Random) {
  const carriers = countries.map(({ mobile }) =>
    mobile.map(() => layOutCarriers(random, CARRIER_ADDRESSES)),
  );
  const hex = () => Math.floor(random.between(1, 65_536)).toString(16);
  /** Companies are drawn with falling shares. */
  const rank = (count: number) => Math.floor(count * random.next() ** 1.5);
  return {
    random,
    drawIp: (shares: readonly number[]): { ip: string; isMobile: boolean } => {
      const country = drawIndex(random, shares);
      const { mobile = [], home = [] } = countries[country] ?? {};
      const place = random.next();
      if (place < 0.4) {
        const at = rank(mobile.length);
        const drawn = carriers[country]?.[at]?.() ?? 0;
        return { ip: address(mobile[at]?.block ?? "110.0", drawn), isMobile: true };
      }
      const company = home[rank(home.length)];
      const ip =
        place < 0.65
          ? `${company?.v6}:${hex()}:${hex()}::${hex()}`
          : address(company?.block ?? "110.0", Math.floor(random.next() * HOMES));
      return { ip, isMobile: false };
    },
  };
}

type Person = { browser: Browser; ip: string; isMobile: boolean };

/** How an audience differs from an ordinary one. */
export type Habits = {
  kind?: AudienceKind;
  country?: number;
  /** Share of clicks by people who were there before. */
  returning?: number;
  /** Returns the time of a click; within days and mostly by day if missing. */
  at?: (day: number) => number;
  open?: () => Browser;
  drawIp?: () => { ip: string; isMobile: boolean };
  /** How many times as many arrive as on the campaign's other links. */
  joins?: number;
};

export type Crowd = {
  creator: Creator;
  clicks: number;
  day: number;
  campaigns: ReadonlyMap<string, Campaign>;
  habits?: Habits;
};

/** Draws what the people of one creator click in the market's days. */
export function drawCrowd(
  town: Town,
  { creator, clicks, day, campaigns, habits = {} }: Crowd,
): Visit[] {
  const { random } = town;
  const { kind = "local", country = 0, returning = 0.15, joins = 1 } = habits;
  const shares = audiences[kind](country);
  const busy = Array.from({ length: MARKET_DAYS }, () => Math.exp(0.6 * drawNormal(random)));
  const times = Array.from(
    { length: clicks },
    () => habits.at?.(day) ?? day + drawIndex(random, busy) * DAY_MS + drawInDay(random),
  );
  const known: Person[] = [];
  return times
    .sort((a, b) => a - b)
    .map((at) => {
      const { links } = creator;
      const link = links[Math.floor(links.length * random.next() ** 2)];
      if (!link) throw new Error("A creator has no link");
      const isBack = known.length > 20 && random.next() < returning;
      const person = isBack ? random.pick(known) : drawPerson(town, shares, habits);
      if (person.isMobile && isBack) person.ip = town.drawIp(shares).ip;
      if (!isBack && person.browser.keepsCookie) known.push(person);
      const { joins: usual = 0 } = campaigns.get(link.campaignId) ?? {};
      const arrives = !isBack && random.next() < usual * joins;
      return {
        ...{ at: Math.floor(at), link, ip: person.ip, browser: person.browser },
        ...{ kind: creator.name, isFirst: !isBack },
        ...(arrives ? { player: crypto.randomUUID() } : {}),
      };
    });
}

function drawPerson(town: Town, shares: readonly number[], { open, drawIp }: Habits): Person {
  const { random } = town;
  const phone = drawPhone(random);
  const keepsCookie = random.next() >= assumed.appsWithoutCookies;
  const isInApp = random.next() < assumed.inApp;
  const browser =
    open?.() ?? (isInApp ? openInApp(phone, random, keepsCookie) : openOnPhone(phone, random));
  return { browser, ...(drawIp?.() ?? town.drawIp(shares)) };
}
