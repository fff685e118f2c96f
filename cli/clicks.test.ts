import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import { afterAll, describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { flaggedClick, flaggedClickDetail } from "./testing/flagged-click";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const run = (api: { url: string }, ...args: string[]) =>
  capture(["clicks", ...args, "--api", api.url], { env });

const older = flaggedClick({
  id: "01900000-0000-7000-8000-000000000002",
  clickedAt: "2026-03-01T12:00:00.000Z",
  verdict: "invalid",
  reason: "known_bot",
  creatorName: "日本",
  appeal: "open",
});

/** Serves the pages in turn, each with a cursor to the next. */
function servePages(pages: ListedClick[][]) {
  const queries: URLSearchParams[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const page = Number(query.get("cursor") ?? 0);
      const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
      return Response.json({ status: "success", data: pages[page], nextCursor });
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, queries };
}

describe("fairclick clicks list", () => {
  it("lists clicks as a table, marks appeals, and says when there are more", async () => {
    const api = servePages([[flaggedClick(), older], []]);
    const { exitCode, out, err } = await run(
      api,
      "list",
      "--verdict",
      "held",
      "--appealed",
      "--limit",
      "2",
    );
    expect(exitCode).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "click                                 clicked              verdict    reason     address   price    creator  campaign
      01900000-0000-7000-8000-000000000001  2026-03-01 12:04:05  held       vpn        10.1.2.3  $0.0015  chris    Tower of Tests
      01900000-0000-7000-8000-000000000002  2026-03-01 12:00:00  invalid !  known_bot  10.1.2.3  $0.0015  日本     Tower of Tests

      ! has an open appeal.
      "
    `);
    expect(err).toContain("use --limit to see more");
    expect(Object.fromEntries(api.queries[0] ?? [])).toEqual({
      verdict: "held",
      appealed: "true",
      limit: "2",
    });
  });

  it("prints one click per line with --json, and nothing if there are none", async () => {
    const { out } = await run(servePages([[flaggedClick(), older]]), "list", "--json");
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([flaggedClick(), older]);
    expect((await run(servePages([[]]), "list")).out).toBe("None found.\n");
    expect((await run(servePages([[]]), "list", "--json")).out).toBe("");
  });

  it("rejects an unknown signal", async () => {
    const { exitCode, err } = await run(servePages([[]]), "list", "--signal", "magic");
    expect(exitCode).toBe(2);
    expect(err).toContain("known_bot");
  });
});

describe("fairclick clicks show", () => {
  const api = serveCanned(() => Response.json({ status: "success", data: flaggedClickDetail() }));

  it("shows everything about a click", async () => {
    const { exitCode, out } = await run(api, "show", flaggedClick().id);
    expect(exitCode).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "held · vpn

      Signals (judged by policy 2)
        relay         note · list apple-relay
        vpn           held · list x4bnet-vpn-v4, range 10.1.0.0/16
        lists 12      x4bnet-vpn-v4 of 2026-02-28

      Money at stake
        click         $0.0015 is reserved from the budget
        creator       has $0.306 in earnings

      Creator
        clicks        1,204 valid, 96 invalid, 31 held, 7 unpaid, 90.5% valid
        this link     812 valid, 94 invalid, 31 held, 0 unpaid
        link          k7Gh2mQ
        paid          $1.806
        since         2026-01-05 08:00:00

      Neighbours within 10 minutes: 2
        -1:06         valid · same address · chris, Tower of Tests
        +1:24         invalid device_repeat · same address and device · dana, Obby

      The click
        id            01900000-0000-7000-8000-000000000001
        clicked       2026-03-01 12:04:05
        recorded      2026-03-01 12:04:06
        campaign      Tower of Tests
        creator       chris
        address       10.1.2.3 · DE · AS9009
        game URL      https://game.example/
        method        GET
        agent         Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1
        referrer      none
        device        c:5f0cc1, identified by its cookie
      "
    `);
  });

  it("prints one document with --json", async () => {
    const { out } = await run(api, "show", flaggedClick().id, "--json");
    expect(JSON.parse(out)).toEqual(flaggedClickDetail());
  });
});

describe("fairclick clicks list -o csv", () => {
  it("writes every page, without spreadsheet formulas", async () => {
    const nasty = flaggedClick({ creatorName: '=HYPERLINK("x")', campaignName: "a, b" });
    const api = servePages([[flaggedClick()], [older], [nasty]]);
    const args = ["--signal", "vpn", "--limit", "1000", "-o", "csv"];
    const { exitCode, out, err } = await run(api, "list", ...args);
    expect([exitCode, err]).toEqual([0, ""]);
    const [heading, ...lines] = out.trimEnd().split("\r\n");
    expect(heading).toContain("id,clickedAt,");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(`"a, b"`);
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(api.queries.map((query) => [query.get("signal"), query.get("limit")])).toEqual(
      api.queries.map(() => ["vpn", "100"]),
    );
  });

  it("prints nothing if the API is unreachable", async () => {
    const result = await run({ url: "http://127.0.0.1:9" }, "list", "-o", "csv");
    expect(result).toMatchObject({ exitCode: 3, out: "" });
  });
});

describe("fairclick clicks top", () => {
  const value = {
    value: "2a0e:97c0:5::/48",
    clicks: 134,
    percent: 40.1,
    ...{ valid: 134, invalid: 0, held: 0, unpaid: 0, paidMicros: "201000", heldMicros: "0" },
    ...{ links: 1, creators: 1, devices: 134 },
    firstClickedAt: "2026-03-01T12:00:00.000Z",
    lastClickedAt: "2026-03-01T13:00:00.000Z",
  };
  const counted = {
    clicks: 334,
    withoutValue: 150,
    percent: 2.5,
    from: "2026-02-28T00:00:00.000Z",
  };
  const answer = (how: string, data = [value]) =>
    serveCanned(() => Response.json({ status: "success", data, counted: { ...counted, how } }));

  it("lists the largest values, and says what it counted", async () => {
    const { out, exitCode } = await run(answer("sample"), "top", "--by", "/48");
    expect(exitCode).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "value             clicks  share  valid  held  invalid  paid    reserved  links  creators  devices  last click
      2a0e:97c0:5::/48  134     40.1%  134    0     0        $0.201  $0.00     1      1         134      2026-03-01 13:00:00

      A sample: 334 clicks, 2.5% of those stored since 2026-02-28. Money and counts are those of the sample. 150 of them are in no row: they have no such value, or it was erased. 50 of them have other values, which are not listed.
      "
    `);
  });

  it.each([
    ["all", "All 334 clicks since 2026-02-28. 150 of them are in no row"],
    ["newest", "Only the newest 334 clicks since 2026-02-28"],
  ])("says that it counted %s", async (how, text) => {
    expect((await run(answer(how, []), "top", "--by", "asn")).out).toContain(text);
  });

  it("needs to know what to count by", async () => {
    const { exitCode, err } = await run(answer("all"), "top");
    expect(exitCode).toBe(2);
    expect(err).toContain("--by");
    expect((await run(answer("all"), "top", "--by", "moon")).exitCode).toBe(2);
  });
});
