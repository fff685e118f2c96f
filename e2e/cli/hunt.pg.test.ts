import { createTestApp } from "@fairclick/api/testing/test-app";
import { capture } from "@fairclick/cli/testing/capture";
import { maintainPartitions } from "@fairclick/services/clicks/retain";
import { judgeSuspects } from "@fairclick/services/clicks/suspects";
import { addOperator } from "@fairclick/services/operations/operators";
import { plantFrauds } from "@fairclick/services/testing/plant-frauds";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { afterAll, describe, expect, it } from "vitest";

const app = await createTestApp({ config: { ipDataUrl: null } });
const asOwner = { sql: app.owner, transactions: app.owner, end: async () => {} };
await maintainPartitions(systemCtx(app.db));
await plantFrauds(asOwner, app.clock.at);
const { token } = await addOperator(
  { db: asOwner, now: () => app.clock.at },
  { name: "Ann", scopes: ["clicks:read", "users:read"] },
);
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
afterAll(() => server.stop(true));

/** Links of honest creators: spread, viral, and of one carrier's customers. */
const honest = ["anna", "bert", "cleo", "dora", "emil", "fred", "viral", "carrier"];
const frauds = ["farm", "rotator", "payee1", "payee2", "twin1", "twin2"];

/** Returns what a command prints. */
async function fairclick(...args: string[]): Promise<string> {
  const env = {
    FAIRCLICK_API: `http://127.0.0.1:${server.port}`,
    FAIRCLICK_TOKEN: token,
    DATA_DIR: "/nonexistent",
  };
  const { exitCode, out, err } = await capture(args, { env });
  expect(exitCode, err).toBe(0);
  return out;
}
await judgeSuspects(systemCtx(app.db, () => app.clock.at));
const suspects = await fairclick("suspects", "list");
const suspectLine = (creator: string) =>
  suspects.split("\n").find((line) => line.startsWith(`creator:${creator} `)) ?? "";

describe("an operator who looks for paid frauds", () => {
  it("sees all planted frauds above all honest creators", () => {
    const names = suspects
      .split("\n")
      .map((line) => /^creator:(\S+)/.exec(line)?.[1] ?? "")
      .filter((name) => [...frauds, ...honest].includes(name));
    expect(names.slice(0, 5).every((name) => frauds.includes(name))).toBe(true);
  });

  it("reads one row per suspect as CSV, with the reasons", async () => {
    const csv = await fairclick("suspects", "list", "-o", "csv");
    expect(csv).toMatch(/^suspect,kind,name,/);
    expect(csv.split("\r\n").length).toBe(suspects.trimEnd().split("\n").length);
    const top = await fairclick("clicks", "top", "--by", "/24", "--creator", "farm", "-o", "csv");
    expect(top.split("\r\n")[1]).toMatch(/^185\.77\.216\.0\/24,75,25,/);
  });

  it("reads the evidence of one", async () => {
    const shown = await fairclick("suspects", "show", "creator:rotator");
    expect(shown).toContain("2a0e:97c0:5::/48: 134 clicks, 0 players");
  });

  it("finds the link whose clicks rotate inside an IPv6 /48, and the clicks themselves", async () => {
    expect(suspectLine("rotator")).toContain(
      "134 of 334 clicks from 2a0e:97c0:5::/48, with 0 players",
    );
    const byNetwork = await fairclick(
      ...["clicks", "top", "--by", "/48", "--creator", "rotator", "--verdict", "any"],
    );
    expect(byNetwork).toMatch(/^2a0e:97c0:5::\/48 +134 +40\.1%/m);
    const clicks = await fairclick(
      ...["clicks", "list", "--address", "2a0e:97c0:5::/48", "--verdict", "any"],
    );
    expect(clicks).toContain("2a0e:97c0:5:2b::");
  });

  it("finds the two creators who click each other's links at home", async () => {
    expect(suspectLine("twin1")).toContain("from where another account is signed in");
    const related = await fairclick("users", "related", "twin1");
    expect(related).toContain("22 paid clicks from the home of: twin2");
    expect(related).toContain("2 accounts");
  });

  it("finds the hosting range that is in no list", async () => {
    expect(suspectLine("farm")).toContain("AS64496");
    const count = (by: string) => fairclick("clicks", "top", "--by", by, "--creator", "farm");
    expect(await count("/24")).toMatch(/^185\.77\.216\.0\/24 +75 +25%/m);
    expect(await count("asn")).toMatch(/^64496 +300 +100%/m);
    const creators = await fairclick(
      ...["clicks", "top", "--by", "creator", "--with", "asn", "--value", "64496"],
    );
    expect(creators).toMatch(/^farm +300 +100%/m);
  });

  it("finds the three accounts of one bank that pay each other", async () => {
    expect(suspectLine("payee1") || suspectLine("payee2")).toContain(
      "a developer who pays them has the same bank account, card or device",
    );
    const related = await fairclick("users", "related", "payee1");
    for (const text of [
      "same bank account or card",
      "boss paid payee1 $0.18 for 120 clicks",
      "3 accounts, $0.36 between them.",
    ]) {
      expect(related).toContain(text);
    }
  });
});
