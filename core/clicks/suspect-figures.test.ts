import { describe, expect, it } from "vitest";
import { asBooks } from "../ip/as-books";
import {
  type ExaminedClick,
  findUsual,
  judgeMeasures,
  measureClicks,
  splitBurst,
  sumOddity,
} from "./suspect-figures";

const DAY_MS = 86_400_000;
const now = new Date("2026-11-20T00:00:00.000Z");

/** Numbers from 0 to 1 that follow from the seed. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
}

type Change = (click: ExaminedClick, n: number, random: () => number) => Partial<ExaminedClick>;

/** Clicks of an ordinary audience over ten days, a quarter of which play, with changes. */
function audience(seed: number, count = 400, change: Change = () => ({})): ExaminedClick[] {
  const random = seeded(seed);
  const clicks = Array.from({ length: count }, (_, n) => {
    const isIpv6 = random() < 0.4;
    const network = Math.floor(random() * 5_000);
    const click: ExaminedClick = {
      at: new Date(now.getTime() - random() * 10 * DAY_MS),
      network: isIpv6 ? `2a02:${network}::/48` : `81.2.${network}.0/24`,
      isIpv6,
      asn: 65_000 + Math.floor(random() * 12),
      country: random() < 0.6 ? "GB" : "US",
      device: Math.floor(random() * 1e9),
      player: random() < 0.25 ? `${seed} ${n}` : null,
      isHome: false,
    };
    return { ...click, ...change(click, n, random) };
  });
  return clicks.sort((a, b) => a.at.getTime() - b.at.getTime());
}

const others = Array.from({ length: 30 }, (_, n) => measureClicks(audience(n + 100)));

function judge(clicks: ExaminedClick[]) {
  const own = measureClicks(clicks);
  const usual = findUsual(own, others);
  const odd = judgeMeasures(own, usual);
  return {
    odd: odd.map(({ figure }) => figure),
    text: odd.map(({ text }) => text).join("; "),
    oddity: sumOddity(odd, own.players, usual),
  };
}

const silent = { player: null };

describe("judgeMeasures", () => {
  it("finds almost nothing odd in 200 honest audiences of 30 to 2,000 clicks", () => {
    const found = Array.from({ length: 200 }, (_, n) =>
      judge(audience(n, [30, 200, 2_000][n % 3])),
    );
    expect(found.filter(({ oddity }) => oddity > 0.05)).toEqual([]);
  });

  it.each<[string, Change, string]>([
    ["missing players", (_, n) => (n % 10 > 0 ? silent : {}), "players"],
    [
      "a /24",
      (_, n) => (n % 3 === 0 ? { ...silent, network: "9.9.9.0/24", isIpv6: false } : {}),
      "net24",
    ],
    [
      "a /48",
      (_, n) => (n % 3 === 0 ? { ...silent, network: "2a0e:9::/48", isIpv6: true } : {}),
      "net48",
    ],
    ["an AS", (_, n) => (n % 5 > 0 ? { ...silent, asn: 64_496 } : {}), "asn"],
    ["devices that are paid often", (_, n) => ({ device: n % 40 }), "devices"],
    [
      "an even rhythm",
      (_, n) => ({ at: new Date(now.getTime() - (n * 10 * DAY_MS) / 400) }),
      "rhythm",
    ],
    ["somebody's home", (_, n) => ({ isHome: n % 5 === 0 }), "homes"],
  ])("finds %s", (_, change, figure) => {
    expect(judge(audience(1, 400, change)).odd).toContain(figure);
  });

  it("says what is odd, and against what", () => {
    expect(judge(audience(1, 400, () => silent)).text).toMatch(
      /^0 of 400 clicks brought a player; other creators' bring 3,\d+ of 12,000/,
    );
  });

  it("holds nothing against those who bring players: one school, one hoster, an island with one provider", () => {
    const carrier = asBooks.carrier[0] ?? 0;
    const honest: Change[] = [
      () => ({ network: "9.9.9.0/24", isIpv6: false }),
      () => ({ asn: 64_496 }),
      () => ({ asn: carrier, network: "92.40.1.0/24", isIpv6: false }),
    ];
    for (const change of honest) expect(judge(audience(2, 400, change)).oddity).toBeLessThan(0.12);
  });

  it("compares players country by country", () => {
    const rare: Change = ({ country, player }, n) =>
      country === "US" && n % 8 > 0 ? silent : { player };
    const campaign = others.map((_, n) => measureClicks(audience(n + 500, 400, rare)));
    const own = measureClicks(
      audience(3, 400, (click, n, random) => rare({ ...click, country: "US" }, n, random)),
    );
    const world = measureClicks(
      audience(3, 400, (click, n, random) => ({
        country: "US",
        ...rare({ ...click, country: "US" }, n, random),
      })),
    );
    expect(judgeMeasures(own, findUsual(own, campaign)).map(({ figure }) => figure)).toContain(
      "players",
    );
    expect(judgeMeasures(world, findUsual(world, campaign))).toEqual([]);
  });

  it("calls nothing odd with few clicks or without others", () => {
    const own = measureClicks(audience(1, 15, () => silent));
    expect(judgeMeasures(own, findUsual(own, others))).toEqual([]);
    const alone = measureClicks(audience(1, 400, () => silent));
    expect(judgeMeasures(alone, findUsual(alone, []))).toEqual([]);
  });
});

describe("splitBurst", () => {
  it("separates days with far more clicks, and keeps an even link whole", () => {
    const clicks = audience(1);
    expect(splitBurst(clicks, now).burst).toEqual([]);
    const added = audience(2, 900, () => ({ at: new Date(now.getTime() - DAY_MS / 2) }));
    const { steady, burst } = splitBurst([...clicks, ...added], now);
    expect(steady.length).toBeGreaterThan(340);
    expect(burst.length).toBeGreaterThanOrEqual(900);
  });
});
