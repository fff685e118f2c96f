import { expect, it } from "vitest";
import { findingSignals, findLinkSpan, judgeLink, type LinkFacts } from "./link-findings";
import { playLink, seededRandom } from "./testing/play-links";

type Played = Parameters<typeof playLink>[1];

/** Returns the share of links, in percent, that each test finds. */
function findShares(links: number, played: Played) {
  const random = seededRandom(20_261_122);
  const found = { link_conversions: 0, link_ipv6: 0, link_networks: 0 };
  for (let link = 0; link < links; link += 1) {
    for (const { signal } of judgeLink(playLink(random, played))) found[signal] += 100 / links;
  }
  return found;
}

it.each([
  { clicks: 201, rate: 0.2 },
  { clicks: 1_000, rate: 0.08 },
  { clicks: 1_000, rate: 0.01 },
])("finds at most 0.5% of honest links with each test: $clicks clicks at $rate", (played) => {
  const found = findShares(4_000, { ...played, farm: 0 });
  // 0.5% of 4,000 links are 20 ± 4.5; three deviations more would be an error.
  for (const signal of findingSignals) expect(found[signal]).toBeLessThanOrEqual(0.84);
});

it.each([
  { clicks: 201, rate: 0.08, atLeast: 95 },
  { clicks: 500, rate: 0.03, atLeast: 95 },
  { clicks: 1_500, rate: 0.01, atLeast: 95 },
])("finds a link without people by its conversions: $clicks clicks at $rate", (row) => {
  expect(findShares(300, { ...row, farm: 1 }).link_conversions).toBeGreaterThanOrEqual(row.atLeast);
});

it("does not find half a farm by its conversions: honest links differ as much", () => {
  const { link_conversions } = findShares(1_000, { clicks: 1_000, rate: 0.2, farm: 0.5 });
  expect(link_conversions).toBeLessThanOrEqual(15);
});

it.each([
  { clicks: 1_000, rate: 0.2, percent: 86 },
  { clicks: 1_000, rate: 0.08, percent: 57 },
  { clicks: 1_000, rate: 0.02, percent: 19 },
  { clicks: 5_000, rate: 0.2, percent: 98 },
  { clicks: 5_000, rate: 0.02, percent: 56 },
])("finds half a farm by its IPv6 visitors: $clicks clicks at $rate", ({ percent, ...played }) => {
  const found = findShares(played.clicks > 1_000 ? 300 : 1_000, { ...played, farm: 0.5 });
  expect(Math.abs(found.link_ipv6 - percent)).toBeLessThanOrEqual(13);
});

it("finds half a farm by its networks from the first judgement on, and part of a quarter", () => {
  const share = (farm: number) => findShares(300, { clicks: 201, rate: 0.1, farm }).link_networks;
  expect(share(1)).toBeCloseTo(100);
  expect(share(0.5)).toBeGreaterThanOrEqual(93);
  expect(share(0.25)).toBeGreaterThan(20);
});

const plain: LinkFacts = {
  link: { clicks: 1_000, conversions: 100 },
  others: { clicks: 10_000, conversions: 1_000, links: 10 },
  ipv4: { clicks: 580, conversions: 58 },
  ipv6: { clicks: 420, conversions: 42 },
  known: { clicks: 500, networks: 60 },
};

it("says nothing about a link like the others, and names the figures of one that is not", () => {
  expect(judgeLink(plain)).toEqual([]);
  expect(judgeLink({ ...plain, link: { clicks: 1_000, conversions: 3 } })).toEqual([
    {
      signal: "link_conversions",
      evidence: expect.objectContaining({ clicks: 1_000, joined: 3, otherClicks: 10_000 }),
    },
  ]);
});

it("is one-sided: more conversions, more IPv4 players and fewer networks are not found", () => {
  const link = { clicks: 1_000, conversions: 900 };
  const ipv4 = { clicks: 500, conversions: 400 };
  const ipv6 = { clicks: 500, conversions: 1 };
  const known = { clicks: 500, networks: 1 };
  expect(judgeLink({ ...plain, link, ipv4, ipv6, known })).toEqual([]);
});

it("does not judge 200 clicks, nor by a game that reports nobody", () => {
  const nothing = { clicks: 200, conversions: 0 };
  const known = { clicks: 200, networks: 200 };
  expect(judgeLink({ ...plain, link: nothing, ipv4: nothing, known })).not.toContainEqual(
    expect.objectContaining({ signal: "link_networks" }),
  );
  const silent = {
    ...plain,
    link: { clicks: 9_000, conversions: 0 },
    others: { clicks: 90_000, conversions: 0, links: 9 },
    ipv4: { clicks: 5_000, conversions: 0 },
    ipv6: { clicks: 4_000, conversions: 0 },
  };
  expect(judgeLink(silent)).toEqual([]);
});

it("needs more of a difference if only one other link says what is usual", () => {
  const link = { clicks: 2_000, conversions: 40 };
  const others = { clicks: 10_000, conversions: 1_000 };
  const found = (links: number) => judgeLink({ ...plain, link, others: { ...others, links } });
  expect(found(20)).toHaveLength(1);
  expect(found(1)).toHaveLength(0);
});

it("judges the last seven days, without the last hour and what an operator has seen", () => {
  const now = new Date("2026-03-08T12:20:00Z");
  expect(findLinkSpan(now, null)).toEqual({
    from: new Date("2026-03-01T12:30:00Z"),
    to: new Date("2026-03-08T11:15:00Z"),
  });
  const decidedAt = new Date("2026-03-05T00:01:00Z");
  expect(findLinkSpan(now, decidedAt).from).toEqual(new Date("2026-03-05T00:15:00Z"));
});
