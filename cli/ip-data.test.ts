import type { IpLookup } from "@fairclick/core/clicks/operated";
import type { IpDataStatus } from "@fairclick/core/ip/operated";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();

const serve = (data: unknown) => serveCanned(() => Response.json({ status: "success", data }));
const run = (api: { url: string }, ...args: string[]) =>
  capture(["ip-data", ...args, "--api", api.url], { env });

const list: IpDataStatus["lists"][number] = {
  name: "tor-exits",
  class: "tor",
  source: "alireza-rezaee/tor-nodes/main/latest.exits.csv",
  licence: "MIT",
  version: "0123456789ab",
  ranges: 5_933,
  fetchedAt: "2026-08-21T01:00:00.000Z",
  checkedAt: "2026-08-22T01:00:00.000Z",
  triedAt: "2026-08-23T01:00:00.000Z",
  problem: "HTTP 404",
};
const range = {
  range: "203.0.113.0/24",
  effect: "deny" as const,
  reason: "a click farm",
  operator: "Ann",
  decidedAt: "2026-08-22T01:00:00.000Z",
};
const status: IpDataStatus = {
  downloads: true,
  lists: [list],
  operatorRanges: [range],
  warnings: [],
};

describe("fairclick ip-data status", () => {
  const fresh = serve(status);
  const stale = serve({ ...status, downloads: false, warnings: ["Address data is old."] });

  it("shows lists, problems and decisions", async () => {
    const { exitCode, out } = await run(fresh, "status");
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      "list       class  ranges  confirmed   changed     version",
      "tor-exits  tor    5,933   2026-08-22  2026-08-21  0123456789ab",
      "tor-exits: HTTP 404",
      "",
      "203.0.113.0/24 is denied by Ann since 2026-08-22: a click farm",
      "",
      "The address data is up to date.",
      "",
    ]);
  });

  it("exits with 1 if data is old", async () => {
    const { exitCode, out } = await run(stale, "status");
    expect(exitCode).toBe(1);
    expect(out).toContain("Address data is old.");
    expect(out).toContain("Downloads are disabled");
  });

  it("prints one document with --json", async () => {
    const { out } = await run(fresh, "status", "--json");
    expect(JSON.parse(out)).toEqual(status);
  });
});

describe("fairclick ip-data update", () => {
  const good = { name: "tor-exits", outcome: "updated", ranges: 5_933, problem: null };
  const bad = { name: "vpn", outcome: "failed", ranges: null, problem: "HTTP 404" };
  const allGood = serve([good]);
  const oneBad = serve([good, bad]);

  it("exits with 0 if all lists are loaded, with 1 if one is missing", async () => {
    const { exitCode, out } = await run(allGood, "update");
    expect(exitCode).toBe(0);
    expect(out).toContain("Every list is up to date.");
    const other = await run(oneBad, "update");
    expect(other.exitCode).toBe(1);
    expect(other.out).toContain("1 of 2 lists were not updated.");
  });

  it("prints one list per line with --json", async () => {
    const { exitCode, out } = await run(oneBad, "update", "--json");
    expect(exitCode).toBe(1);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([good, bad]);
  });
});

describe("fairclick ip-data show", () => {
  const found: IpLookup = {
    address: "203.0.113.7",
    network: "203.0.113.7",
    asn: 64496,
    asnKind: "hosting",
    lists: [{ name: "x4bnet-vpn-v4", class: "vpn", range: "203.0.112.0/22", date: "2026-08-22" }],
    operatorRange: range,
    signals: [{ signal: "proxy", evidence: { list: "operators" } }],
    verdict: "invalid",
  };
  const counted = {
    how: "all",
    clicks: 0,
    withoutValue: 0,
    percent: 100,
    from: "2026-08-22T01:00:00.000Z",
  };
  const serveLookup = (known: IpLookup) =>
    serveCanned(({ path }) =>
      Response.json({ status: "success", data: path.endsWith("/lookup") ? known : [], counted }),
    );
  const api = serveLookup(found);
  const unknown = serveLookup({
    ...found,
    asn: null,
    asnKind: null,
    lists: [],
    operatorRange: null,
    signals: [],
    verdict: "valid",
  });

  it("shows the lists that contain an address, and the effect", async () => {
    const { exitCode, out } = await run(api, "show", "203.0.113.7");
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      "203.0.113.7",
      "vpn: 203.0.112.0/22 is in x4bnet-vpn-v4 as of 2026-08-22",
      "203.0.113.0/24 is denied by Ann since 2026-08-22: a click farm",
      "AS64496 announces it (hosting).",
      "proxy: list operators",
      expect.stringContaining("The first source that knows an address decides"),
      "A click from 203.0.113.7 is invalid (proxy) by its IP address alone.",
      "No clicks came from here.",
      "",
    ]);
    expect(api.seen.map(({ path }) => path)).toContain("/api/admin/ip-data/lookup");
  });

  it("says that no list contains an address", async () => {
    const { out } = await run(unknown, "show", "203.0.113.7");
    expect(out).toContain(
      "No list contains it.\nA click from 203.0.113.7 is valid by its IP address",
    );
  });
});

describe("fairclick ip-data decide allow, deny and remove", () => {
  const subject = `ip_range:${range.range}`;
  const none = { effect: null };
  const api = serve({
    action: "ip_range.deny",
    ...{ subject, before: none, after: { effect: "deny" }, applied: true },
  });
  const args = ["203.0.113.0/24", "--reason", "a click farm"];
  const sent = { range: "203.0.113.0/24", reason: "a click farm" };

  it.each([
    ["allow", "/ranges/allow", sent],
    ["deny", "/ranges/deny", sent],
    ["remove", "/ranges/remove", sent],
  ])("%s", async (verb, path, body) => {
    const { exitCode, out } = await run(api, "decide", verb, ...args, "--yes");
    expect(exitCode).toBe(0);
    expect(out).toContain("effect: none → deny");
    const json = { ...body, dryRun: false };
    expect(api.seen.at(-1)).toMatchObject({ path: `/api/admin/ip-data${path}`, json });
  });

  it("previews the change, and applies nothing without a confirmation", async () => {
    const before = api.seen.length;
    expect((await run(api, "decide", "deny", ...args)).exitCode).toBe(2);
    expect((await run(api, "decide", "deny", ...args, "--dry-run")).exitCode).toBe(0);
    const dry = { path: "/api/admin/ip-data/ranges/deny", json: { ...sent, dryRun: true } };
    expect(api.seen.slice(before)).toMatchObject([dry, dry]);
  });

  it("require a reason", async () => {
    const { exitCode, err } = await run(api, "decide", "deny", "203.0.113.0/24");
    expect(exitCode).toBe(2);
    expect(err).toContain("--reason");
  });
});

it("exits with 1 after a rejection, with 3 if the API is unreachable", async () => {
  const error = { status: "error", code: "not_found", message: "Nothing was decided", error: "" };
  const api = serveCanned(() => Response.json(error, { status: 404 }));
  expect(
    await run(api, "decide", "remove", "203.0.113.0/24", "--reason", "why", "--yes"),
  ).toMatchObject({
    exitCode: 1,
    out: "",
    err: expect.stringContaining("Nothing was decided"),
  });
  expect((await run({ url: "http://127.0.0.1:9" }, "status")).exitCode).toBe(3);
});
