import { expect, it } from "vitest";
import { findLinkSpan, judgeLink, type LinkFacts } from "./link-findings";
import { playLink, seededRandom } from "./testing/play-links";

type Played = Parameters<typeof playLink>[1];

/** Returns the share of links, in percent, that is found. */
function findShare(links: number, played: Played) {
  const random = seededRandom(20_261_122);
  let found = 0;
  for (let link = 0; link < links; link += 1) {
    if (judgeLink(playLink(random, played)).length > 0) found += 100 / links;
  }
  return found;
}

it.each([
  { clicks: 201, rate: 0.2 },
  { clicks: 1_000, rate: 0.08 },
  { clicks: 1_000, rate: 0.01 },
])("finds at most 0.5% of honest links: $clicks clicks at $rate", (played) => {
  const found = findShare(4_000, { ...played, farm: 0 });
  // 0.5% of 4,000 links are 20 ± 4.5; three deviations more would be an error.
  expect(found).toBeLessThanOrEqual(0.84);
});

it.each([
  { clicks: 201, rate: 0.08, atLeast: 95 },
  { clicks: 500, rate: 0.03, atLeast: 95 },
  { clicks: 1_500, rate: 0.01, atLeast: 95 },
])("finds a link without people by its conversions: $clicks clicks at $rate", (row) => {
  expect(findShare(300, { ...row, farm: 1 })).toBeGreaterThanOrEqual(row.atLeast);
});

it("does not find half a farm by its conversions: honest links differ as much", () => {
  const found = findShare(1_000, { clicks: 1_000, rate: 0.2, farm: 0.5 });
  expect(found).toBeLessThanOrEqual(15);
});

const plain: LinkFacts = {
  link: { clicks: 1_000, conversions: 100 },
  others: { clicks: 10_000, conversions: 1_000, links: 10 },
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

it("is one-sided: more conversions are not found", () => {
  expect(judgeLink({ ...plain, link: { clicks: 1_000, conversions: 900 } })).toEqual([]);
});

it("does not judge 200 clicks, nor by a game that reports nobody", () => {
  expect(judgeLink({ ...plain, link: { clicks: 200, conversions: 0 } })).toEqual([]);
  const silent = { clicks: 90_000, conversions: 0, links: 9 };
  expect(judgeLink({ link: { clicks: 9_000, conversions: 0 }, others: silent })).toEqual([]);
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
