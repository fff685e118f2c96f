import { asId, type UserId } from "@fairclick/core/ids";
import { recordPresence } from "@fairclick/services/accounts/presence";
import { keepPayoutBanks } from "@fairclick/sql/money/payout-holds";
import { address, rented } from "./addresses";
import { type Browser, drawPhone, openInApp, openOnChromebook, openOnDesktop } from "./browsers";
import { paceClicks } from "./farms";
import {
  type Campaign,
  type Creator,
  type Crowd,
  drawCrowd,
  MARKET_DAYS,
  type Town,
} from "./market";
import type { Visit } from "./play-visits";
import type { PeopleWorld } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Scene = {
  world: PeopleWorld;
  town: Town;
  day: number;
  campaigns: ReadonlyMap<string, Campaign>;
  /** 1 for the whole market. */
  size: number;
};

/** The place where the ring lives, and the laptop that its members share. */
const ringHome = address("110.144", 4_321);

/** 2,700 paced clicks through the homes of 19 companies, with the headers of apps; nobody arrives. */
export function drawFarm({ day, size }: Scene, farm: Creator): Visit[] {
  const [link] = farm.links;
  if (!link) throw new Error("The farm has no link");
  const clicks = Math.round(2_700 * size);
  return paceClicks(link, { clicks, joins: 0, day, days: MARKET_DAYS, seed: farm.name.length });
}

/**
 * Six people with one laptop, card and bank click each other's links, at home and on their phones, with
 * cookies that they often clear. Each has some real visitors.
 */
export async function drawRing(scene: Scene, ring: readonly Creator[]): Promise<Visit[]> {
  const { world, town, day, campaigns, size } = scene;
  const { random } = town;
  const laptop = { ...openOnDesktop(random), cookie: crypto.randomUUID() };
  const visits: Visit[] = [];
  const at = day + MARKET_DAYS * DAY_MS - HOUR_MS;
  for (const { creatorId } of ring) {
    const accountId = creatorId;
    await keepPayoutBanks(world.db.sql, {
      ...{ accountId, fingerprints: ["ring-bank", "ring-card"], at: new Date(at) },
    });
    await recordPresence(
      { ...world.ctx, now: () => new Date(at) },
      {
        userId: asId<UserId>(creatorId),
        visitor: { ip: ringHome, device: laptop.cookie, ...laptop.headers },
      },
    );
  }
  const phones = ring.map(() => drawPhone(random));
  const kept = phones.map((phone) => openInApp(phone, random, true));
  for (const creator of ring) {
    const others = ring.filter((each) => each !== creator).flatMap(({ links }) => links);
    for (let n = 0; n < 340 * size; n += 1) {
      const member = Math.floor(random.next() * ring.length);
      const phone = phones[member];
      const isKept = random.next() < 0.3;
      const browser = isKept ? kept[member] : phone && openInApp(phone, random, false);
      if (!browser) throw new Error("A member has no phone");
      visits.push({
        ...{ browser, kind: creator.name, isFirst: true, link: random.pick(others) },
        ip: random.next() < 0.4 ? ringHome : address("110.0", Math.floor(random.next() * 250)),
        at: Math.floor(day + random.next() * MARKET_DAYS * DAY_MS),
      });
    }
    visits.push(...drawCrowd(town, { creator, clicks: Math.round(60 * size), day, campaigns }));
  }
  return visits;
}

/** A rival clicks twelve links of eleven other creators from one /48 that was rented, and signs in there. */
export async function drawRival(
  { world, town, day, campaigns, size }: Scene,
  { rival, victims }: { rival: Creator; victims: readonly Creator[] },
): Promise<Visit[]> {
  const { random } = town;
  const hex = (most: number) => Math.floor(random.next() * most).toString(16);
  const drawIp = () => `${rented}:${hex(4_000)}::${hex(65_536)}`;
  const at = day + MARKET_DAYS * DAY_MS - HOUR_MS;
  for (let n = 0; n < 13; n += 1) {
    const own = openOnDesktop(random);
    await recordPresence(
      { ...world.ctx, now: () => new Date(at + n * 60_000) },
      {
        userId: asId<UserId>(rival.creatorId),
        visitor: { ip: drawIp(), device: null, ...own.headers },
      },
    );
  }
  const links = [...victims.flatMap(({ links: [first] }) => (first ? [first] : []))];
  const second = victims[0]?.links[1];
  if (second) links.push(second);
  const placed = Array.from({ length: Math.round(2_748 * size) }, () => ({
    ...{ link: random.pick(links), ip: drawIp(), kind: "rival", isFirst: true },
    browser: openInApp(drawPhone(random), random, false),
    at: Math.floor(day + (4 + 8 * random.next()) * DAY_MS),
  }));
  const own = { creator: rival, clicks: Math.round(300 * size), day, campaigns };
  return [...placed, ...drawCrowd(town, own)];
}

/** 200 people of a chat server click the five links of one creator nearly every second evening, for rewards. */
export function drawServer({ town, day, size }: Scene, creator: Creator): Visit[] {
  const { random } = town;
  const visits: Visit[] = [];
  const shares = [0.5, 0.3, 0.2, 0, 0, 0, 0, 0];
  for (let person = 0; person < 200 * size; person += 1) {
    const browser: Browser = openInApp(drawPhone(random), random, true);
    const { ip, isMobile } = town.drawIp(shares);
    const player = random.next() < 0.3 ? crypto.randomUUID() : null;
    for (let evening = 0; evening < MARKET_DAYS; evening += 1) {
      const from = day + evening * DAY_MS + 17 * HOUR_MS + random.next() * 4 * HOUR_MS;
      const place = isMobile ? town.drawIp(shares).ip : ip;
      for (const [n, link] of creator.links.entries()) {
        if (random.next() >= 0.45) continue;
        const at = Math.floor(from + n * 40_000);
        const isNew = player !== null && random.next() < 0.1;
        visits.push({
          ...{ link, browser, at, ip: place, kind: creator.name, isFirst: true },
          ...(isNew ? { player } : {}),
        });
      }
    }
  }
  return visits;
}

/** Honest creators who look odd in one way each. */
export const lookalikes: Record<string, (scene: Scene) => Omit<Crowd, "creator" | "campaigns">> = {
  school: ({ town, day, size }) => {
    const { random } = town;
    const isHere = () => random.next() < 0.6;
    let atSchool = false;
    return {
      ...{ clicks: 1_500 * size, day },
      habits: {
        country: 1,
        open: () => {
          atSchool = isHere();
          return atSchool ? openOnChromebook() : openInApp(drawPhone(random), random, true);
        },
        drawIp: () =>
          atSchool
            ? { ip: address("81.96", Math.floor(random.next() * 3)), isMobile: false }
            : { ip: address("111.144", Math.floor(random.next() * 60_000)), isMobile: false },
        at: (from) =>
          from + DAY_MS * Math.floor(random.next() * MARKET_DAYS) + HOUR_MS * random.between(7, 15),
      },
    };
  },
  "viral evening": ({ town, day, size }) => ({
    ...{ clicks: 4_000 * size, day },
    habits: {
      kind: "English-speaking",
      at: (from) =>
        town.random.next() < 0.8
          ? from + 9 * DAY_MS + HOUR_MS * town.random.between(17, 22)
          : from + town.random.next() * MARKET_DAYS * DAY_MS,
    },
  }),
  "world-wide": ({ town, day, size }) => ({
    ...{ clicks: 3_000 * size, day },
    habits: {
      kind: "world-wide",
      at: (from) => from + town.random.next() * MARKET_DAYS * DAY_MS,
    },
  }),
  "loyal fans": ({ day, size }) => ({
    clicks: 1_800 * size,
    day,
    habits: { returning: 0.65, joins: 1.2 },
  }),
  "in-app only": ({ town, day, size }) => ({
    ...{ clicks: 2_000 * size, day },
    habits: {
      open: () => openInApp(drawPhone(town.random), town.random, town.random.next() < 0.4),
    },
  }),
  island: ({ town, day, size }) => ({
    ...{ clicks: 1_500 * size, day },
    habits: {
      // One company with 512 addresses.
      drawIp: () => ({
        ip: address("46.200", Math.floor(town.random.next() * 508)),
        isMobile: false,
      }),
    },
  }),
};
