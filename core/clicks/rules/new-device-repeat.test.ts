import { expect, it } from "vitest";
import { type GivenClick, judgeTestClicks, testTime } from "../testing/judge-test-clicks";

const ipKey = "198.51.100.7";
const weakKey = "like:phone";
const connection = { ipKey, weakKey };
const withoutCookie = { ...connection, deviceKnown: false, deviceKey: weakKey };
const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";
const cookieFrom = (minute: number, owner = device) => ({
  ...connection,
  deviceKey: `cookie:${owner}.${Bun.randomUUIDv7("hex", testTime(minute))}`,
});

it("pays one of many cookies that one connection takes from its own clicks, per campaign and hour", () => {
  const campaigns = Array.from({ length: 8 }, (_, index) => ({ campaignId: `campaign${index}` }));
  const clicks = Array.from({ length: 170 }, (_, index) => ({
    minute: index / 2.9,
    ...(index < 8 ? withoutCookie : cookieFrom(index / 2.9 - 1, crypto.randomUUID())),
    ...campaigns[index % 8],
    creatorId: `creator${index % 8}`,
  }));
  const reasons = judgeTestClicks(clicks);
  expect(reasons.filter((reason) => reason === "paid")).toHaveLength(8);
  expect(new Set(reasons)).toEqual(new Set(["paid", "new_device_repeat"]));
});

it("pays two devices that look alike once one of them is established", () => {
  const owner = cookieFrom(-600);
  const paidElsewhere = { minute: -120, ...owner, campaignId: "other" };
  const neighbour = { minute: 0, ...withoutCookie };
  expect(judgeTestClicks([paidElsewhere, neighbour, { minute: 10, ...owner }])).toEqual([
    "paid",
    "paid",
    "paid",
  ]);
});

it("treats a device with an old cookie as new if it was never paid", () => {
  const neighbour = { minute: 0, ...withoutCookie };
  const old = { minute: 10, ...cookieFrom(-600) };
  expect(judgeTestClicks([neighbour, old])).toEqual(["paid", "new_device_repeat"]);
  expect(judgeTestClicks([neighbour, { ...old, minute: 60 }])).toEqual(["paid", "paid"]);
  expect(judgeTestClicks([neighbour, { ...old, campaignId: "other" }])).toEqual(["paid", "paid"]);
  expect(judgeTestClicks([neighbour, { ...old, weakKey: "like:tablet" }])).toEqual([
    "paid",
    "paid",
  ]);
});

it("refuses a click without a cookie after one with a new cookie, and not after an old one", () => {
  const later = { minute: 10, ...withoutCookie };
  expect(judgeTestClicks([{ minute: 0, ...cookieFrom(-5) }, later])).toEqual([
    "paid",
    "new_device_repeat",
  ]);
  expect(judgeTestClicks([{ minute: 0, ...cookieFrom(-600) }, later])).toEqual(["paid", "paid"]);
});

it("leaves relays alone, and addresses that many people share where the campaign says so", () => {
  const visits = (change: Partial<GivenClick>) => [
    { minute: 0, ...withoutCookie, ...change },
    { minute: 10, ...cookieFrom(9), ...change },
  ];
  const carrier = visits({ shared: { by: "carrier", fullBrowser: true } });
  expect(judgeTestClicks(visits({ found: ["relay"] }))).toEqual(["paid", "paid"]);
  expect(judgeTestClicks(carrier, { clickRules: "shared-aware" })).toEqual(["paid", "paid"]);
  expect(judgeTestClicks(carrier)).toEqual(["paid", "new_device_repeat"]);
});
