import { randomUUID } from "node:crypto";
import { describeWhy, suspects } from "@fairclick/core/clicks/operated";
import { JOINED } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import { upsertPresences } from "@fairclick/sql/accounts/devices";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { reportConversions } from "../conversions/conversions";
import { addCountedClicks } from "../testing/counted-clicks";
import type { TestClick } from "../testing/marketplace";
import { type Planted, plantFrauds } from "../testing/plant-frauds";
import { systemCtx } from "../testing/system-ctx";
import { withdraw } from "../testing/withdraw";
import { maintainPartitions } from "./retain";
import { getSuspect, judgeSuspects, listSuspects } from "./suspects";

const { db, owner } = await createTestDatabase();
let clock = new Date();
const ctx = systemCtx(db, () => clock);
let planted: Planted;

beforeAll(async () => {
  await maintainPartitions(ctx);
  planted = await plantFrauds({ sql: owner, transactions: owner, end: async () => {} }, clock);
  await judge();
});

async function judge(): Promise<number> {
  clock = new Date(clock.getTime() + 1_000);
  return judgeSuspects(ctx);
}

async function list(query: object = {}) {
  const { items } = await listSuspects(ctx, suspects.list.query.parse(query));
  return items;
}

const names = async (query?: object) => (await list(query)).map(({ suspect }) => suspect);
const why = async (name: string) => describeWhy(await getSuspect(ctx, name));

/** Adds clicks of visitors who never came before, the newest a minute ago. */
async function addClicks(creator: string, count: number, given: (n: number) => Partial<TestClick>) {
  const [campaignId, creatorId] = [planted.campaignId, planted.id(creator)];
  await addCountedClicks(
    db,
    Array.from({ length: count }, (_, n) => ({
      ...{ campaignId, creatorId, country: "GB", asn: 65_001 + (n % 9) },
      at: new Date(clock.getTime() - 60_000 - Math.sin(n + 1) ** 2 * 80_000_000),
      ...given(n),
    })),
  );
}

describe("judgeSuspects", () => {
  it("ranks the planted frauds above all honest creators", async () => {
    const found = await names();
    const [farm, ring, ...others] = found.filter((name) => name.startsWith("creator:"));
    expect(farm).toBe("creator:farm");
    expect(ring).toMatch(/^creator:payee[12]$/);
    expect(new Set(others.slice(0, 3))).toEqual(
      new Set(["creator:rotator", "creator:twin1", "creator:twin2"]),
    );
    expect(found.filter((name) => name.startsWith("link:"))).toEqual([]);
  });

  it("says what is odd, and against what", async () => {
    expect(await why("creator:farm")).toMatch(
      /^0 of 300 clicks brought a player; other creators' bring \d+ of 2,\d+;/,
    );
    expect(await why("creator:rotator")).toContain(
      "134 of 334 clicks from 2a0e:97c0:5::/48, with 0 players; the largest network of others has",
    );
    expect(await why("creator:twin1")).toContain(
      "22 of 82 clicks from where another account is signed in",
    );
    expect(await why("creator:payee1")).toContain(
      "a developer who pays them has the same bank account, card or device; 2 more accounts have the same bank",
    );
    const { networks } = await getSuspect(ctx, "creator:rotator");
    expect(networks.find(({ kind }) => kind === "net48")).toMatchObject({
      ...{ network: "2a0e:97c0:5::/48", clicks: 134 },
    });
    expect(await why("creator:anna")).toBe("");
  });

  it("lists accounts of one bank once, with the money of all", async () => {
    const rings = (await list()).filter(({ name }) => name.startsWith("payee"));
    expect(rings.map(({ openMicros }) => openMicros)).toEqual([360_000n]);
    const shown = await Promise.all(
      ["payee1", "payee2"].map(
        async (name) => (await getSuspect(ctx, `creator:${name}`)).openMicros,
      ),
    );
    expect(shown.toSorted()).toEqual([180_000n, 360_000n]);
  });

  it("filters by kind and creator, and knows nobody else", async () => {
    expect(await names({ kind: "network" })).toEqual([]);
    expect(await names({ creator: "farm" })).toEqual(["creator:farm"]);
    await expect(getSuspect(ctx, "creator:nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(getSuspect(ctx, "link:nowhere")).rejects.toMatchObject({ code: "not_found" });
  });

  it("measures only links with new clicks", async () => {
    expect(await judge()).toBe(0);
    await addClicks("anna", 3, () => ({}));
    expect(await judge()).toBe(1);
    expect((await getSuspect(ctx, "creator:anna")).clicks).toBe(153);
  });

  it("continues a run that was broken off", async () => {
    await addClicks("bert", 3, () => ({}));
    await addClicks("cleo", 3, () => ({}));
    let reads = 0;
    const sql = new Proxy(db.sql, {
      apply: (target, self, given) => {
        if (String(given[0]).includes("suspects.storeMeasured") && ++reads === 2)
          throw new Error("killed");
        return Reflect.apply(target, self, given);
      },
    });
    await expect(judgeSuspects({ ...ctx, db: { ...db, sql } })).rejects.toThrow("killed");
    expect(await judge()).toBe(1);
    expect((await getSuspect(ctx, "creator:bert")).clicks).toBe(153);
    expect((await getSuspect(ctx, "creator:cleo")).clicks).toBe(153);
  });

  it("counts a player once, however often the game reports them", async () => {
    const clicks = await owner<{ id: string; clickedAt: Date }[]>`
      select id, clicked_at as "clickedAt" from clicks where creator_id = ${planted.id("farm")}`;
    const campaignId = asId<CampaignId>(planted.campaignId);
    const actor = {
      kind: "campaign" as const,
      campaignId,
      keyId: asId<CampaignKeyId>(randomUUID()),
    };
    await reportConversions(
      { ...ctx, actor },
      clicks.slice(0, 80).map(({ id: clickId, clickedAt }) => ({
        ...{ clickId, event: JOINED, player: "one" },
        at: new Date(clickedAt.getTime() + 60_000).toISOString(),
      })),
    );
    await addClicks("farm", 1, () => ({}));
    await judge();
    expect(await why("creator:farm")).toContain("1 of 301 clicks brought a player");
  });
});

describe("a stranger's clicks", () => {
  const stranger = (n: number) => ({ ipKey: `203.0.${n % 250}.${1 + (n % 200)}` });

  it("do not hide a farm", async () => {
    const before = (await list()).find(({ suspect }) => suspect === "creator:farm");
    await addClicks("farm", 1_500, stranger);
    await judge();
    const after = (await list()).find(({ suspect }) => suspect === "creator:farm");
    expect(Number(after?.riskMicros)).toBeGreaterThan(0.5 * Number(before?.riskMicros));
    expect(await why("creator:farm")).toMatch(/1 of 2\d\d clicks brought a player/);
  });

  it("do not put an honest creator above the frauds", async () => {
    await addClicks("emil", 1_500, () => ({ ipKey: "203.0.113.9" }));
    await judge();
    const found = (await names({ kind: "creator" })).slice(0, 5);
    expect(found).not.toContain("creator:emil");
    expect((await getSuspect(ctx, "creator:emil")).burst.join()).toContain("203.0.113.0/24");
  });
});

describe("a rival's network", () => {
  it("is listed with who signs in there", async () => {
    const userId = asId<UserId>(planted.id("viral"));
    const key = "2a01:4f8:99:1::/64";
    await upsertPresences(db.sql, [{ userId, kind: "ip", key, seenAt: clock }]);
    for (const victim of ["anna", "bert", "cleo", "dora"]) {
      await addClicks(victim, 40, (n) => ({
        ...{ ipKey: `2a01:4f8:99:${(n + 16).toString(16)}::/64`, asn: 65_007 },
        at: new Date(clock.getTime() - (n + 1) * 3_600_000),
      }));
    }
    await judge();
    expect((await names({ kind: "network" })).slice(0, 2)).toContain("network:2a01:4f8:99::/48");
    expect(await why("network:2a01:4f8:99::/48")).toContain(
      "viral signs in there, and it clicks the links of 4 others",
    );
  });
});

describe("open money", () => {
  it("is what has not left yet, also when it left after the judging", async () => {
    const { openMicros } = await getSuspect(ctx, "creator:rotator");
    expect(openMicros).toBe(501_000n);
    await withdraw(db, {
      userId: asId<UserId>(planted.id("rotator")),
      cents: 40,
      end: "paid",
      at: clock,
    });
    expect(await getSuspect(ctx, "creator:rotator")).toMatchObject({ openMicros: 101_000n });
    expect((await list()).find(({ suspect }) => suspect === "creator:rotator")).toMatchObject({
      openMicros: 101_000n,
    });
  });
});
