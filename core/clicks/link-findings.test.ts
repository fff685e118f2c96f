import { expect, it } from "vitest";
import {
  type BroughtPlayers,
  CERTAIN,
  FALSE_ALARMS,
  findFindingSpan,
  judgeCreator,
} from "./link-findings";
import {
  findsHonestCreator,
  judgeFarm,
  type PlayedAudience,
  playedAudiences,
  seededRandom,
} from "./testing/play-creators";

const PRICE = 1_500n;
const audiences = Object.keys(playedAudiences) as PlayedAudience[];
const others = { clicks: 20_000, players: 1_000, creators: 10 };
const brought = (clicks: number, players: number, more: Partial<BroughtPlayers> = {}) => ({
  ...{ clicks, players, paidMicros: PRICE * BigInt(clicks), others },
  ...more,
});
const judgeOne = (one: BroughtPlayers) => {
  const [judged] = judgeCreator([one]);
  if (!judged) throw new Error("Nothing was judged");
  return judged;
};

it.each(audiences)("finds at most 0.5% of honest creators in a month: %s audience", (audience) => {
  const random = seededRandom(20_261_127);
  for (const clicks of [50, 300, 1_000, 5_000, 20_000]) {
    let found = 0;
    for (let creator = 0; creator < 800; creator += 1) {
      if (findsHonestCreator(random, { audience, clicks, rate: 0.05 })) found += 1;
    }
    expect(found, `${clicks} clicks`).toBeLessThanOrEqual(4);
  }
});

it("finds no more of those who spread their clicks over campaigns", () => {
  const random = seededRandom(3);
  let found = 0;
  for (let creator = 0; creator < 600; creator += 1) {
    const played = { audience: "world-wide", clicks: 5_000, rate: 0.08, campaigns: 8 } as const;
    if (findsHonestCreator(random, played)) found += 1;
  }
  expect(found).toBeLessThanOrEqual(3);
});

it.each([
  { clicks: 700, rate: 0.1, players: 1 },
  { clicks: 2_000, rate: 0.04, players: 1 },
  { clicks: 6_000, rate: 0.01, players: 1 },
  { clicks: 35_000, rate: 0.05, players: 20 },
  { clicks: 6_000, rate: 0.05, players: 1, campaigns: 30 },
])("finds a farm, and most of its money waits: %o", (farm) => {
  const random = seededRandom(7);
  let found = 0;
  for (let run = 0; run < 200; run += 1) {
    const judged = judgeFarm(random, farm);
    const waits = judged
      .filter(({ probability }) => probability <= FALSE_ALARMS)
      .reduce((sum, each) => sum + each.waitingMicros, 0n);
    if (waits * 2n > PRICE * BigInt(farm.clicks)) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(190);
});

it("keeps not one cent waiting that a creator earned before a rival's clicks", () => {
  for (const honest of [100, 6_000]) {
    for (const players of [0, 1, 5, honest / 20]) {
      const before = brought(honest, players);
      if (judgeOne(before).unexplained > 0) continue;
      for (const added of [10, 120, 2_000, 100_000]) {
        const { waitingMicros } = judgeOne(brought(honest + added, players));
        expect(waitingMicros).toBeLessThanOrEqual(PRICE * BigInt(added));
      }
    }
  }
});

it("keeps no more waiting in all campaigns than a rival's clicks on one link were paid", () => {
  const [one, other] = [brought(300, 6), brought(250, 5)];
  expect(judgeCreator([one, other]).map(({ unexplained }) => unexplained)).toEqual([0, 0]);
  for (const added of [120, 600, 2_000]) {
    const judged = judgeCreator([brought(300 + added, 6), other]);
    const waits = judged.reduce((sum, each) => sum + each.waitingMicros, 0n);
    expect(waits).toBeLessThanOrEqual(PRICE * BigInt(added));
  }
});

it("lets less wait with every player who comes later, and nothing in the end", () => {
  const waits = [0, 1, 5, 20, 60].map((players) => judgeOne(brought(2_000, players)).unexplained);
  expect(waits).toEqual([...waits].sort((one, next) => next - one));
  expect(waits[0]).toBeGreaterThan(1_400);
  expect(waits.at(-1)).toBe(0);
});

it("names the figures, and is certain only far below the usual", () => {
  expect(judgeOne(brought(2_000, 100))).toEqual({
    ...{ probability: 1, usualPlayers: 100, unexplained: 0, waitingMicros: 0n },
  });
  const weak = judgeOne(brought(800, 1));
  expect(weak.probability).toBeLessThan(FALSE_ALARMS);
  expect(weak.probability).toBeGreaterThan(CERTAIN);
  expect(judgeOne(brought(5_000, 1)).probability).toBeLessThan(CERTAIN);
});

it("does not judge by a game that reports nobody, or by too few other players", () => {
  for (const players of [0, 19]) {
    const few = { clicks: 90_000, players, creators: 9 };
    expect(judgeOne(brought(9_000, 0, { others: few })).unexplained).toBe(0);
  }
  expect(judgeOne(brought(0, 0)).waitingMicros).toBe(0n);
});

it("needs more of a difference if few other creators say what is usual", () => {
  const found = (creators: number) =>
    judgeOne(brought(1_500, 3, { others: { ...others, creators } })).probability <= FALSE_ALARMS;
  expect([found(20), found(1)]).toEqual([true, false]);
});

it("judges the last seven UTC days up to a quarter of an hour ago", () => {
  expect(findFindingSpan(new Date("2026-03-08T12:20:00Z"))).toEqual({
    from: new Date("2026-03-02T00:00:00Z"),
    to: new Date("2026-03-08T12:00:00Z"),
  });
});
