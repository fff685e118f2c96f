import { AppError } from "@fairclick/core/errors";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import { systemCtx } from "../testing/system-ctx";
import { getIpDataStatus, hasCountryData } from "./ip-data";
import { ipSources } from "./ip-sources";
import { makeList, serveLists } from "./testing/list-server";
import { updateIpData } from "./update-ip-data";

const { db, owner } = await createTestDatabase();
const { url: baseUrl, lists, sent } = serveLists();
const published = new Map(lists);
const hour = 3_600_000;
const clock = { at: new Date("2026-11-01T12:00:00Z") };
const ctx = systemCtx(db, () => clock.at);
const tor = "tor-exits";

const update = (options = {}) => updateIpData(ctx, { baseUrl, ...options });
const updateList = async (name: string, options = {}) =>
  (await update(options)).find((report) => report.name === name);
const readStatus = async (name: string) =>
  (await getIpDataStatus(ctx, { baseUrl })).lists.find((list) => list.name === name);

beforeEach(async () => {
  await owner`delete from ip_lists`;
  for (const [name, text] of published) lists.set(name, text);
  sent.clear();
  clock.at = new Date(clock.at.getTime() + hour);
});

describe("updateIpData", () => {
  it("downloads every list that is configured", async () => {
    const reports = await update();
    expect(reports.map(({ name }) => name)).toEqual(ipSources.map(({ name }) => name));
    expect(reports.filter(({ outcome }) => outcome !== "updated")).toEqual([]);
    expect(await readStatus(tor)).toMatchObject({
      class: "tor",
      ranges: 300,
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      fetchedAt: clock.at,
      checkedAt: clock.at,
      problem: null,
    });
    expect((await getIpDataStatus(ctx, { baseUrl })).warnings).toEqual([]);
  });

  it("downloads an unchanged list once, and keeps the time of its last change", async () => {
    await update();
    const fetchedAt = clock.at;
    clock.at = new Date(clock.at.getTime() + hour);
    expect(await updateList(tor)).toEqual({
      name: tor,
      outcome: "unchanged",
      ranges: 300,
      problem: null,
    });
    expect(new Set(sent.values())).toEqual(new Set([1]));
    expect(await readStatus(tor)).toMatchObject({ fetchedAt, checkedAt: clock.at });
  });

  it("recognises unchanged content from a source without entity tags", async () => {
    await update();
    const fetchedAt = clock.at;
    clock.at = new Date(clock.at.getTime() + hour);
    await owner`update ip_lists set etag = null`;
    expect((await updateList(tor))?.outcome).toBe("unchanged");
    expect(await readStatus(tor)).toMatchObject({ fetchedAt, checkedAt: clock.at });
  });

  it("requests only lists that are a day old or missing", async () => {
    lists.set(tor, null);
    await update();
    lists.set(tor, makeList(11, 300));
    clock.at = new Date(clock.at.getTime() + hour);
    const reports = await update({ olderThanMs: 23 * hour });
    expect(reports).toEqual([{ name: tor, outcome: "updated", ranges: 300, problem: null }]);
    expect(await update({ olderThanMs: 23 * hour })).toEqual([]);
    clock.at = new Date(clock.at.getTime() + 23 * hour);
    expect(await update({ olderThanMs: 23 * hour })).toHaveLength(ipSources.length);
  });

  it.each([
    ["shrinks", makeList(11, 299), "refused", "at least 300 are expected"],
    ["is a page of HTML", "<html>\nlimit\nexceeded\n</html>", "refused", '"<html>"'],
    ["is gone", null, "failed", "HTTP 404"],
    ["is no text", "\0\u{ff}".repeat(2_000), "refused", "0 ranges"],
  ])("keeps the last good one when a list %s", async (_, text, outcome, problem) => {
    await update();
    const before = await readStatus(tor);
    lists.set(tor, text);
    const report = await updateList(tor);
    expect(report).toMatchObject({ outcome, problem: expect.stringContaining(problem) });
    const after = await readStatus(tor);
    expect(after).toEqual({ ...before, triedAt: after?.triedAt, problem: report?.problem });
    lists.set(tor, makeList(11, 301));
    expect((await updateList(tor))?.outcome).toBe("updated");
    expect(await readStatus(tor)).toMatchObject({ ranges: 301, problem: null });
  });

  it("accepts a very different list only if the input says so", async () => {
    lists.set(tor, makeList(11, 900));
    await update();
    lists.set(tor, makeList(11, 400));
    expect((await updateList(tor))?.problem).toContain("has 400 ranges instead of 900");
    expect((await updateList(tor, { force: true }))?.outcome).toBe("updated");
    expect((await readStatus(tor))?.ranges).toBe(400);
  });

  it("keeps the last lists if no source responds, and warns when they are old", async () => {
    await update();
    const reports = await update({ baseUrl: "http://127.0.0.1:9" });
    expect(new Set(reports.map(({ outcome }) => outcome))).toEqual(new Set(["failed"]));
    expect((await readStatus(tor))?.ranges).toBe(300);
    clock.at = new Date(clock.at.getTime() + 15 * 24 * hour);
    const { warnings } = await getIpDataStatus(ctx, { baseUrl });
    expect(warnings).toEqual([expect.stringContaining("up to 15 days old")]);
  });

  it("keeps the last AS table when its source sends a page, half of it or too little", async () => {
    await update();
    const before = await readStatus("asn-v4");
    expect(before).toMatchObject({ class: "asn", ranges: 50_000, problem: null });
    const half = `${lists.get("asn-v4")}`.split("\n").slice(0, 20_000);
    for (const text of ["<html>\n<body>\n</html>", half.join("\n"), half.join(",0,\n")]) {
      lists.set("asn-v4", text);
      expect((await updateList("asn-v4"))?.outcome).toBe("refused");
      expect(await readStatus("asn-v4")).toMatchObject({
        ranges: 50_000,
        version: before?.version,
      });
    }
  });

  it("knows countries once the tables of both address families are there", async () => {
    const page = "<html>\n<body>\n</html>";
    const isKnown = () => hasCountryData(db.sql);
    lists.set("country-v6", page);
    await update();
    expect(await isKnown()).toBe(false);
    lists.set("country-v6", published.get("country-v6") ?? null);
    await update();
    expect(await isKnown()).toBe(true);
    lists.set("country-v4", page);
    expect((await updateList("country-v4"))?.outcome).toBe("refused");
    expect(await isKnown()).toBe(true);
  });

  it("warns while there is no AS table", async () => {
    lists.set("asn-v4", null);
    lists.set("asn-v6", null);
    await update();
    const { warnings } = await getIpDataStatus(ctx, { baseUrl });
    expect(warnings).toEqual([expect.stringContaining("no table of AS numbers")]);
  });

  it("deletes a list that is no longer configured", async () => {
    await update();
    await owner`update ip_lists set name = 'dropped' where name = ${tor}`;
    await update();
    expect(await owner`select from ip_lists where name = 'dropped'`).toHaveLength(0);
  });

  it("writes the results to the audit log", async () => {
    lists.set(tor, null);
    await update();
    const [row] = await owner`select action, after from audit_log order by id desc limit 1`;
    expect(row).toMatchObject({
      action: "ip_data.update",
      after: { "tor-exits": "failed", "x4bnet-vpn-v4": "updated" },
    });
  });

  it("downloads nothing if downloads are off", async () => {
    await expect(update({ baseUrl: null })).rejects.toBeInstanceOf(AppError);
    expect(await getIpDataStatus(ctx, { baseUrl: null })).toMatchObject({
      downloads: false,
      warnings: [expect.stringContaining("no address data")],
    });
  });
});

it("names the versions of the tables' packages that are installed", async () => {
  const { dependencies } = await Bun.file("services/package.json").json();
  for (const { shipped } of ipSources) {
    const name = shipped?.file.split("/").slice(0, 2).join("/");
    if (name) expect(shipped?.version).toBe(`npm ${dependencies[name]}`);
  }
});
