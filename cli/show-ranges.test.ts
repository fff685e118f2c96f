import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const env = { XDG_CONFIG_HOME: makeTempFolder(), FAIRCLICK_TOKEN: "fco_ann" };
const at = "2026-03-01T12:00:00.000Z";
const creator = {
  ...{ value: "chris", clicks: 134, percent: 90, valid: 130, invalid: 3, held: 1, unpaid: 0 },
  ...{ paidMicros: "195000", heldMicros: "1500", links: 2, creators: 1, devices: 134 },
  ...{ firstClickedAt: at, lastClickedAt: at },
};
const known = {
  ...{ address: "203.0.113.0", network: "203.0.113.0", asn: 64_496, asnKind: "hosting" },
  lists: [{ name: "clouds", class: "datacenter", range: "203.0.113.0/24", date: "2026-02-01" }],
  operatorRange: {
    ...{ range: "203.0.113.0/25", effect: "deny", reason: "a farm", operator: "Ann" },
    decidedAt: at,
  },
  ...{ signals: [], verdict: "invalid" },
};
const counted = { how: "all", clicks: 134, withoutValue: 0, percent: 100, from: at };

/** Clicks came from the first range of each command, none from the second. */
let counts = 0;
const api = serveCanned(({ path }) => {
  if (path.endsWith("/lookup")) return Response.json({ status: "success", data: known });
  if (path.endsWith("/sign-ins")) {
    const person = { userId: "u1", username: "eve", addresses: 2, lastSeenAt: at };
    return Response.json({ status: "success", data: counts % 2 === 1 ? [person] : [] });
  }
  counts += 1;
  const data = counts % 2 === 1 ? [creator] : [];
  return Response.json({ status: "success", data, counted });
});
const run = (...args: string[]) => capture(["ip-data", "show", ...args, "--api", api.url], { env });

it("shows each range with its creators, money, lists and operators' decisions", async () => {
  const { out, exitCode } = await run("203.0.113.0/24", "2001:db8::/48");
  expect(exitCode).toBe(0);
  const [first = "", second = ""] = out.split("\n\n");
  expect(first).toContain("datacenter: 203.0.113.0/24 is in clouds as of 2026-02-01");
  expect(first).toContain("AS64496 announces it (hosting).");
  expect(first).toContain("A click from 203.0.113.0 is invalid by its IP address alone.");
  expect(first).toContain("203.0.113.0/25 is denied by Ann since 2026-03-01: a farm");
  expect(first).toMatch(/chris +134 +130 +1 +3 +\$0\.195 +\$0\.0015 +2 +134/);
  expect(first).toContain("signed in lately: eve (2 addresses, 2026-03-01 12:00:00");
  expect(second).not.toContain("signed in");
  expect(second).toMatch(/^2001:db8::\/48\n/);
  expect(second).toContain("No clicks came from here.");
});

it("prints one document per range, and refuses more than a page holds", async () => {
  const { out } = await run("203.0.113.0/24", "2001:db8::/48", "--json");
  const documents = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(documents.map(({ range, creators }) => [range, creators.length])).toEqual([
    ["203.0.113.0/24", 1],
    ["2001:db8::/48", 0],
  ]);
  const refused = await run(...Array.from({ length: 11 }, (_, n) => `203.0.113.${n}`));
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toContain("at most 10");
});
