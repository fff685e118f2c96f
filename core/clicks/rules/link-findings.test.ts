import { expect, it } from "vitest";
import { findingSignals } from "../link-findings";
import type { Signal } from "../signal";
import { judgeTestClicks } from "../testing/judge-test-clicks";

const clicks = [{ minute: 0 }, { minute: 10 }, { minute: 20 }];
const about = (...found: Signal[]) => new Map([["campaign:creator", found]]);

it.each(findingSignals)("holds a link's clicks while %s is found", (signal) => {
  const findings = about({ signal, evidence: { clicks: 500 } });
  expect(judgeTestClicks(clicks, { findings })).toEqual([signal, signal, signal]);
});

it("holds no click of another link of the same creator or campaign", () => {
  const findings = about({ signal: "link_networks", evidence: {} });
  const others = [
    { minute: 0, campaignId: "another" },
    { minute: 10, creatorId: "another" },
  ];
  expect(judgeTestClicks(others, { findings })).toEqual(["paid", "paid"]);
});

it("leaves refused clicks refused", () => {
  const findings = about({ signal: "link_conversions", evidence: {} });
  expect(judgeTestClicks([{ minute: 0, found: ["known_bot"] }], { findings })).toEqual([
    "known_bot",
  ]);
});
