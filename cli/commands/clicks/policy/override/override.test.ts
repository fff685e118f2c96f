import { join } from "node:path";
import { policy } from "@fairclick/core/clicks/policy";
import type { ListedOverride } from "@fairclick/core/clicks/policy-override-schema";
import { beforeEach, expect, it } from "vitest";
import { serveCanned } from "../../../../testing/canned-api";
import { capture } from "../../../../testing/capture";
import { makeTempFolder } from "../../../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const common = { name: "chris", reason: "a school", operator: "Ann" };
const overrides: ListedOverride[] = [
  {
    ...{
      ...common,
      state: "requested",
      id: "0199c4d4",
      subject: "user:1",
      values: { burstClicks: 8 },
    },
    ...{ loosens: ["burstClicks"], activeFrom: null, approver: null },
    ...{ until: "2026-12-01T12:00:00.000Z", expiresAt: "2026-11-24T12:00:00.000Z" },
  },
  {
    ...{ ...common, state: "active", id: "7", subject: "campaign:2", name: "Obby" },
    ...{ values: { addressClicks: 10, networkPercent: 30 }, loosens: ["networkPercent"] },
    ...{ activeFrom: "2026-11-01T12:00:00.000Z", until: "2026-12-01T12:00:00.000Z" },
    ...{ approver: "Bob", expiresAt: null },
  },
];
const effective = {
  ...{ ...policy, burstClicks: 3 },
  overrides: [
    { revision: 2, of: "campaign", values: { burstClicks: 3 } },
    { revision: 1, of: "creator", values: { burstClicks: 20 } },
  ],
};
const sent: { path: string; json: unknown }[] = [];
const api = serveCanned(({ path, json }) => {
  if (path.includes("/effective")) return Response.json({ status: "success", data: effective });
  if (!path.endsWith("/set")) return Response.json({ status: "success", data: overrides });
  sent.push({ path, json });
  const data = {
    action: "policy.override",
    subject: "user:1",
    before: {},
    after: {},
    applied: true,
  };
  return Response.json({ status: "success", data });
});
const run = (...args: string[]) => capture(["policy", ...args, "--api", api.url], { env });
const set = (...args: string[]) => run("override", "set", ...args, "--reason", "why", "--yes");
beforeEach(() => void sent.splice(0));

it("sends the values and when they end", async () => {
  const given = ["user:chris", "burstClicks=3", "shared.addressClicks=10"];
  expect((await set(...given)).exitCode).toBe(0);
  const until = "2026-12-01T12:00:00Z";
  await set(...given, "--until", until);
  await set(...given, "--until", "12h");
  const json = { reason: "why", dryRun: false, subject: "user:chris" };
  const values = { burstClicks: 3, "shared.addressClicks": 10 };
  expect(sent.map((each) => each.json)).toEqual([
    { ...json, values },
    { ...json, values, until: new Date(until).toISOString() },
    { ...json, values, until: expect.any(String) },
  ]);
  const last = sent[2]?.json as { until: string };
  expect(Math.abs(Date.parse(last.until) - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);
});

it.each([
  ["a value that cannot be overridden", ["knownDeviceHours=5"], "The names are burstClicks,"],
  ["a value without a number", ["burstClicks"], "must be NAME=NUMBER"],
  ["a negative number", ["burstClicks=-3"], "must be NAME=NUMBER"],
  ["an end that is no time", ["burstClicks=3", "--until", "soon"], "--until must be a time"],
])("refuses %s, and sends nothing", async (_name, args, message) => {
  const { exitCode, err } = await set("user:chris", ...args);
  expect([exitCode, err, sent]).toEqual([2, expect.stringContaining(message), []]);
});

it("lists whose values differ, who set and approved them, and until when", async () => {
  const { out } = await run("override", "list");
  expect(out.split("\n").map((line) => line.replace(/ {2,}/g, " | "))).toEqual([
    "revision | of | values | until | by | approved by | reason",
    "requested 0199c4d4 | user chris | burstClicks=8+ | 2026-12-01 12:00:00 | Ann | a school",
    "7 | campaign Obby | addressClicks=10 networkPercent=30+ | 2026-12-01 12:00:00 | Ann | Bob | a school",
    "",
  ]);
});

it("shows the values in force for a link, and which override wins", async () => {
  const id = "01900000-0000-7000-8000-000000000002";
  const { out } = await run("show", "--campaign", id, "--user", "chris");
  expect(out).toMatch(/^burstClicks +3 {2}\(overrides: campaign 3 by 2, creator 20 by 1\)$/m);
  const { exitCode, err } = await run("show", "10", "--user", "chris");
  expect([exitCode, err]).toEqual([2, expect.stringContaining("give no version")]);
});
