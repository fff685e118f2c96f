import { policy } from "@fairclick/core/clicks/release-policy";
import { listTrials } from "@fairclick/core/clicks/rule-trials";
import { expect, it } from "vitest";
import { judgeTrials } from "./doctor";

const accepted = { clicks: 10_000, joined: 2_000, returned: 500 };
const wrong = { clicks: 2_000, joined: 300, returned: 100, accepted, developers: 4 };
const others = { clicks: 900, returned: 60 };

it("proposes a rule for held that refuses too many people", () => {
  const result = judgeTrials(
    listTrials([{ ...wrong, signal: "ip_burst", others }], policy.effects),
  );
  expect(result).toMatchObject({
    check: "rules",
    status: "warn",
    detail:
      "ip_burst: Of 2,000 clicks this rule refused, 100 became players who came back (4.1–6.0%).",
    advice: expect.stringContaining("the page /terms shows"),
  });
});

it.each([
  ["nothing is measured", []],
  ["the rule holds clicks already", [{ ...wrong, signal: "vpn", others }]],
  [
    "one developer makes the figures",
    [{ ...wrong, signal: "ip_burst", others: { clicks: 900, returned: 2 } }],
  ],
])("proposes nothing if %s", (_name, trials) => {
  expect(judgeTrials(listTrials(trials, policy.effects)).status).toBe("ok");
});
