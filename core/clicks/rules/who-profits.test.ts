import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everybody } from "../../campaigns/audience";
import { policy } from "../release-policy";
import { type GivenClick, judgeTestClicks, testTime } from "../testing/judge-test-clicks";

const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);

it("each rule of settlement says who profits from a refusal", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "fact-rules.ts"), "utf8");
  const rules = text.match(/: FactRule = /g) ?? [];
  expect(rules.length).toBeGreaterThan(5);
  expect(text.match(/ \* Who profits: /g)).toHaveLength(rules.length);
});

it.each(files)("%s says who profits from a refusal", (name) => {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  const isRule = /\b(?:Check|AddressCheck|FactRule)\b[^=\n]* = /.test(text);
  expect(!isRule || /profits/.test(text)).toBe(true);
});

describe("a rival at a visitor's address", () => {
  const ipKey = "203.0.113.7";
  const visitor: GivenClick = { minute: 30, ipKey, deviceKey: "visitor", weakKey: "looks" };
  const rival = (count: number, change: (n: number) => Partial<GivenClick>) =>
    Array.from({ length: count }, (_, n) => ({
      minute: 0,
      ipKey,
      deviceKey: "rival",
      ...change(n),
    }));
  const afterRival = (clicks: GivenClick[], own = visitor) =>
    judgeTestClicks([...clicks, own]).at(-1);

  it("cannot make a burst of the visitor with requests that are no visits", () => {
    const probes = rival(9, () => ({ minute: 30, found: ["not_get"] }));
    expect(afterRival(probes)).toBe("paid");
  });

  it("makes only the own device's clicks a burst, unless they fall into the same minute", () => {
    expect(afterRival(rival(9, (n) => ({ minute: 28 + n / 60 })))).toBe("paid");
    expect(afterRival(rival(9, (n) => ({ minute: 30 + n / 60 })))).toBe("ip_burst");
  });

  it("cannot make a known visitor a repeat", () => {
    const others = rival(20, (n) => ({ minute: n, deviceKey: `rival${n}` }));
    expect(afterRival(others)).toBe("paid");
  });

  it("cannot use up the address's number with clicks on other links, nor with held ones", () => {
    const many = (change: Partial<GivenClick>) =>
      rival(2 * policy.addressClicks, (n) => ({ minute: n, deviceKey: `rival${n}`, ...change }));
    expect(afterRival(many({ creatorId: "rival" }))).toBe("paid");
    expect(afterRival(many({ found: ["bare_browser"] }))).toBe("paid");
  });

  it("uses up the number with clicks that pay the visitor's creator, and nobody is refused", () => {
    const many = rival(policy.addressClicks, (n) => ({ minute: n, deviceKey: `rival${n}` }));
    expect(afterRival(many)).toBe("ip_daily");
    expect(policy.effects.ip_daily).toBe("held");
    expect(policy.effects.ip_network).toBe("held");
  });
});

describe("a developer", () => {
  it("cannot take back clicks by pausing the campaign or letting it end", () => {
    const campaign = {
      prices: [{ from: 0, payoutMicros: 1n, feeMicros: 0n }],
      freeMicros: 10n,
      spending: null,
      startsAt: 0,
      endsAt: testTime(40),
      fundedAt: 0,
      stoppedAt: testTime(20),
      releasedAt: null,
      clickRules: "literal" as const,
      audience: everybody,
    };
    const campaigns = new Map([["campaign", campaign]]);
    expect(judgeTestClicks([{ minute: 10 }, { minute: 30 }], { campaigns })).toEqual([
      "paid",
      "paused",
    ]);
  });
});
