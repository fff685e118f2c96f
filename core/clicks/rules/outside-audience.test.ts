import { describe, expect, it } from "vitest";
import type { Audience } from "../../campaigns/audience";
import { outsideAudience } from "../fact-rules";
import { judge } from "../judge";
import { policy } from "../release-policy";
import { judgeTestClicks } from "../testing/judge-test-clicks";

const germany: Audience = { countries: ["AT", "DE"], devices: null };
const phones: Audience = { countries: null, devices: ["phone"] };

const findReasons = (
  audience: Audience,
  visitors: { country?: string | null; deviceClass?: string | null; found?: ["known_bot"] }[],
) =>
  judgeTestClicks(
    visitors.map((visitor, minute) => ({ minute, ...visitor })),
    { audience },
  );

describe("a campaign that pays for some countries", () => {
  it("pays for clicks from them, and for no others", () => {
    const countries = ["DE", "AT", "FR", null].map((country) => ({ country }));
    expect(findReasons(germany, countries)).toEqual([
      "paid",
      "paid",
      "outside_audience",
      "outside_audience",
    ]);
  });

  it("pays for every device there", () => {
    const devices = ["phone", "tv", null].map((deviceClass) => ({ country: "DE", deviceClass }));
    expect(findReasons(germany, devices)).toEqual(["paid", "paid", "paid"]);
  });
});

describe("a campaign that pays for some devices", () => {
  it.each<[Audience["devices"], string[]]>([
    [["phone"], ["phone", "tablet"]],
    [["desktop"], ["desktop"]],
    [["console"], ["console"]],
    [
      ["console", "phone"],
      ["phone", "tablet", "console"],
    ],
  ])("%j: %j", (devices, paid) => {
    const classes = ["phone", "tablet", "desktop", "console", "tv", "other", "unknown"];
    const reasons = findReasons(
      { countries: null, devices },
      classes.map((deviceClass) => ({ deviceClass })),
    );
    expect(classes.filter((_, i) => reasons[i] === "paid")).toEqual(paid);
    expect(findReasons({ countries: null, devices }, [{ deviceClass: null }])).toEqual([
      "outside_audience",
    ]);
  });
});

it("needs both where both are chosen", () => {
  const both: Audience = { countries: ["DE"], devices: ["phone"] };
  expect(
    findReasons(both, [
      { country: "DE", deviceClass: "phone" },
      { country: "DE", deviceClass: "desktop" },
      { country: "FR", deviceClass: "phone" },
    ]),
  ).toEqual(["paid", "outside_audience", "outside_audience"]);
});

it("excuses no bot, and is no evidence against the click", () => {
  expect(findReasons(germany, [{ country: "FR", found: ["known_bot"] }])).toEqual(["known_bot"]);
  expect(policy.effects.outside_audience).toBe("unpaid");
});

it("does not use up the budget", () => {
  const campaign = {
    ...{
      prices: [{ from: 0, payoutMicros: 1n, feeMicros: 0n }],
      freeMicros: 1n,
      spending: null,
      startsAt: 0,
      endsAt: Infinity,
      fundedAt: 0,
    },
    ...{ stoppedAt: null, releasedAt: null, clickRules: "literal" as const, audience: phones },
  };
  expect(
    judgeTestClicks(
      [
        { minute: 0, deviceClass: "desktop" },
        { minute: 1, deviceClass: "phone" },
      ],
      { campaigns: new Map([["campaign", campaign]]) },
    ),
  ).toEqual(["outside_audience", "paid"]);
});

it("states what the click was and what the campaign pays for, and bounds it", () => {
  const findEvidence = (audience: Audience, click: { country: string | null }) =>
    judge(
      {
        clicks: [
          {
            ...{ id: "1", at: 1, campaignId: "c", creatorId: "u", ipKey: null, deviceKey: null },
            ...{ weakKey: null, deviceKnown: false, deviceClass: "tv", signals: [], kept: null },
            ...click,
          },
        ],
        campaigns: new Map([
          [
            "c",
            {
              ...{
                prices: [{ from: 0, payoutMicros: 1n, feeMicros: 0n }],
                freeMicros: 1n,
                spending: null,
                startsAt: 0,
                endsAt: Infinity,
                fundedAt: 0,
              },
              ...{ stoppedAt: null, releasedAt: null, clickRules: "literal" as const, audience },
            },
          ],
        ]),
        neighbours: new Map(),
        firstClicks: new Map(),
        paidOfLinks: new Map(),
      },
      policy,
    )[0]?.signals.find(({ signal }) => signal === outsideAudience.signal)?.evidence;
  expect(findEvidence(germany, { country: null })).toEqual({
    country: "unknown",
    device: "tv",
    countries: "AT, DE",
  });
  expect(findEvidence(phones, { country: "FR" })).toEqual({
    country: "FR",
    device: "tv",
    devices: "phone",
  });
  const many = Array.from({ length: 40 }, (_, i) => `A${String.fromCharCode(65 + (i % 26))}`);
  const evidence = findEvidence({ countries: many, devices: null }, { country: "FR" });
  expect(evidence?.countries).toBe(`${many.slice(0, 12).join(", ")} and 28 more`);
});
