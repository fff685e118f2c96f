import { join } from "node:path";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const home = (name: string) => ({
  XDG_CONFIG_HOME: join(root, name),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
});
const env = home("common");

const CAMPAIGN = "01900000-0000-7000-8000-000000000001";
const campaign = (id: string, name: string) => ({ id, name, developer: "dana" });
const named = serveCanned(({ path }) => {
  const found = [
    campaign(CAMPAIGN, "Tower of Tides"),
    campaign("2", "Twice"),
    campaign("3", "twice"),
  ];
  const data = path.endsWith("/campaigns") ? found : { id: CAMPAIGN };
  const change = { action: "campaign.pause", subject: "campaign:1", before: {}, after: {} };
  return Response.json({
    ...{ status: "success", nextCursor: null },
    data: path.endsWith("/pause") ? { ...change, applied: false } : data,
  });
});

const users = serveCanned(() =>
  Response.json({
    status: "success",
    data: [
      { operator: "=ann", token: "00000001", scopes: ["b"], lastUsedAt: null },
      {
        operator: "bob",
        token: "00000010",
        scopes: ["a,b"],
        lastUsedAt: "2026-01-01T00:00:00.000Z",
      },
      { operator: "cid", token: "00000009", scopes: [], lastUsedAt: "2025-01-01T00:00:00.000Z" },
    ].map((token) => ({
      ...token,
      ...{ createdAt: "2026-01-01T00:00:00.000Z", expiresAt: null },
    })),
  }),
);
const list = (...args: string[]) =>
  capture(["operators", "list", "--api", users.url, ...args], { env });

it("prints its version and the help of any command", async () => {
  for (const args of [["--version"], ["-V"], ["version"]]) {
    expect(await capture(args, { env })).toMatchObject({
      exitCode: 0,
      out: "development, from a checkout\n",
    });
  }
  const help = await capture(["help", "links"], { env });
  expect(help).toMatchObject({ exitCode: 0, out: expect.stringContaining("disable") });
  const deeper = await capture(["links", "help", "decide"], { env });
  expect(deeper.out).toContain("--dry-run");
});

it("prints tables, JSON and CSV, in which no field is a formula", async () => {
  expect((await list()).out).toContain("operator  token");
  expect((await list("-o", "json")).out).toBe((await list("--json")).out);
  expect((await list("-o", "csv")).out.split("\r\n").slice(0, 2)).toEqual([
    "operator,token,scopes,createdAt,expiresAt,lastUsedAt",
    `'=ann,00000001,"[""b""]",2026-01-01T00:00:00.000Z,,`,
  ]);
  const wrong = await list("-o", "xml");
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining("table, json, csv") });
  const refused = await capture(["links", "list", "-o", "json", "--bogus"], { env });
  expect(JSON.parse(refused.err).error).toMatchObject({ code: "validation" });
});

it("takes common options before the command, and times like 2h", async () => {
  const moved = await capture(["--api", users.url, "--json", "operators", "list"], { env });
  expect(moved.exitCode).toBe(0);
  const wrong = await capture(["audit", "--since", "yesterday", "--api", users.url], { env });
  expect(wrong).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('since: "yesterday" is not a time'),
  });
});

it("takes the name of a campaign in place of its id, if only one has it", async () => {
  const args = (name: string) => [
    ...["campaigns", "decide", "pause", name, "--reason", "why", "--dry-run", "--api", named.url],
  ];
  expect((await capture(args("tower of tides"), { env })).exitCode).toBe(0);
  expect(named.seen.at(-1)?.path).toBe(`/api/admin/campaigns/${CAMPAIGN}/pause`);
  const before = named.seen.length;
  expect((await capture(args(CAMPAIGN), { env })).exitCode).toBe(0);
  expect(named.seen).toHaveLength(before + 1);
  const twice = await capture(args("Twice"), { env });
  expect(twice).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('2 campaigns are called "Twice"'),
  });
  const none = await capture(args("Tower"), { env });
  expect(none).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('"Tower of Tides" of dana'),
  });
});
