import type { PolicyFile } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { lockShard } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { getPolicyAt } from "./judging-policy";
import { applyPolicy, getPolicyVersion, listPolicies } from "./policy";
import { replayClicks } from "./replay";
import { settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();
const MINUTE_MS = 60_000;
const FIRST = policy.version;
let now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS);
/** Minutes from now; a later call moves the clock. */
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const ctx = await operatorCtx(db, owner, () => now);
const change = { reason: "why", dryRun: false, windowSeconds: 60 };
const apply = (file: PolicyFile, { dryRun = false } = {}) =>
  applyPolicy(ctx, { ...change, policy: file, dryRun });

beforeEach(async () => {
  now = inMinutes(30);
  await owner`truncate policy_versions, settlements`;
});

/** Three clicks of one address a second apart: a burst with three clicks, none with four. */
async function addTrio(minutes: number): Promise<string[]> {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const ipKey = `203.0.113.${Math.floor(Math.random() * 250)}`;
  const clicks = [0, 1, 2].map((second) => ({
    ...{ campaignId, creatorId, ipKey },
    at: new Date(inMinutes(minutes).getTime() + second * 1_000),
  }));
  return addPendingClicks(db, clicks);
}

const settle = (minutes: number, more: { shard?: number; shards?: number } = {}) =>
  settleClicks(ctx, {
    ...{ watermark: inMinutes(minutes), windowSeconds: 60 },
    ...{ shard: 0, shards: 1, batchSize: 1_000, ...more },
  });

async function judged(ids: string[]): Promise<string[]> {
  const rows = await owner<{ judged: string }[]>`
    select distinct policy_version || ' ' || coalesce(reason, verdict) as judged
    from clicks where id = any (${ids}::uuid[]) order by judged`;
  return rows.map((row) => row.judged);
}

describe("a new version", () => {
  it("judges clicks from its start on, also in one batch with earlier ones", async () => {
    await settle(-20);
    const before = await addTrio(2);
    now = inMinutes(5);
    expect(await apply({ burstClicks: 3 })).toMatchObject({
      action: "policy.apply",
      subject: `policy:${FIRST + 1}`,
      before: { version: FIRST, burstClicks: 4 },
      after: { version: FIRST + 1, burstClicks: 3, activeFrom: now.toISOString() },
    });
    const after = await addTrio(0);
    expect(await settle(5)).toMatchObject({ batches: 1, clicks: 6, valid: 3 });
    expect(await judged(before)).toEqual([`${FIRST} valid`]);
    expect(await judged(after)).toEqual([`${FIRST + 1} ip_burst`]);
  });

  it("is named by each of its clicks, also beside equal verdicts of the earlier one", async () => {
    await settle(-20);
    now = inMinutes(5);
    await apply({ addressClicks: 20 });
    const { id: campaignId } = await addCampaign(db);
    const creatorId = await addUser(db);
    const click = (minutes: number) => ({ campaignId, creatorId, at: inMinutes(minutes) });
    const [before = "", after = ""] = await addPendingClicks(db, [click(-3), click(0)]);
    await settle(5);
    expect([await judged([before]), await judged([after])]).toEqual([
      [`${FIRST} valid`],
      [`${FIRST + 1} valid`],
    ]);
  });

  it("starts after every click that is judged, whatever its own clock says", async () => {
    const trio = await addTrio(1);
    await settle(3);
    await apply({ burstClicks: 3 });
    const [newest] = (await listPolicies(ctx, { before: null, limit: 1 })).items;
    expect(newest?.activeFrom).toEqual(inMinutes(3));
    expect(await judged(trio)).toEqual([`${FIRST} valid`]);
  });

  it("waits for a batch under way, which judges by the earlier version", async () => {
    await settle(-20);
    const steps: string[] = [];
    let applying: Promise<unknown> = Promise.resolve();
    await withTx(db, async (tx) => {
      await lockShard(tx, 1);
      applying = apply({ burstClicks: 3 }).then(() => steps.push("applied"));
      await tx`select pg_sleep(0.3)`;
      steps.push("settled");
    });
    await applying;
    expect(steps).toEqual(["settled", "applied"]);
  });

  it("never lets two workers judge by different versions at one time", async () => {
    await settle(-20);
    const trios = await Promise.all([1, 2, 3, 4, 5, 6].map((minutes) => addTrio(minutes)));
    const ids = trios.flat();
    const shards = [0, 1].map((shard) => settle(4, { shard, shards: 2 }));
    await Promise.all([...shards, apply({ burstClicks: 3 }), apply({ addressClicks: 20 })]);
    await Promise.all([0, 1].map((shard) => settle(9, { shard, shards: 2 })));
    const wrong = await owner`
      select c.id from clicks c where c.id = any (${ids}::uuid[]) and c.policy_version <> coalesce(
        (select max(v.version) from policy_versions v where v.active_from <= c.clicked_at),
        (select min(v.version) from policy_versions v)
      )`;
    expect(wrong).toHaveLength(0);
    expect(await judged(ids)).not.toHaveLength(0);
  });

  it("is judged again by a replay with the same verdicts", async () => {
    await settle(-20);
    await apply({ burstClicks: 3 });
    const ids = await addTrio(5);
    const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
    await owner`update pending_clicks set user_agent = ${browser} where id = any (${ids}::uuid[])`;
    await settle(10);
    now = inMinutes(10);
    const span = { from: inMinutes(-6).toISOString(), to: inMinutes(-4).toISOString() };
    expect(await replayClicks(ctx, { ...span, policy: {}, windowSeconds: 60 })).toMatchObject({
      ...{ clicks: 3, changed: 0 },
    });
  });
});

describe("refusals", () => {
  it.each([
    [
      "a rule that would be switched off",
      { effects: { known_bot: "note" as const } },
      "validation",
    ],
    ["a number out of bounds", { addressClicks: 100_000 }, "validation"],
    ["the window, which is a setting", { windowSeconds: 30 }, "validation"],
    ["a file of another version", { version: FIRST + 5, burstClicks: 3 }, "conflict"],
    ["the values of the newest version", { version: FIRST, burstClicks: 4 }, "conflict"],
  ])("refuses %s", async (_name, file, code) => {
    await expect(apply(file)).rejects.toMatchObject({ code });
    expect((await listPolicies(ctx, { before: null, limit: 10 })).items).toHaveLength(1);
  });

  it("changes nothing in a dry run", async () => {
    expect(await apply({ burstClicks: 3 }, { dryRun: true })).toMatchObject({ applied: false });
    expect((await getPolicyAt(db.sql, { at: now, windowSeconds: 60 })).burstClicks).toBe(4);
  });

  it("does not judge by a version of a newer release", async () => {
    await settle(-20);
    const ids = await addTrio(1);
    await owner`
      insert into policy_versions
      select version + 1, rules_version + 1, origin, active_from, policy, edits, reason, created_by, created_at
      from policy_versions`;
    await expect(settle(3)).rejects.toMatchObject({ code: "unavailable" });
    await expect(apply({ burstClicks: 3 })).rejects.toMatchObject({ code: "unavailable" });
    expect(await judged(ids)).toEqual([]);
    expect(await owner`select id from pending_clicks where id = any (${ids}::uuid[])`).toHaveLength(
      3,
    );
    await owner`delete from policy_versions where rules_version > ${FIRST}`;
    await settle(3);
    expect(await judged(ids)).toEqual([`${FIRST} valid`]);
  });

  it("cannot be changed or deleted by the application", async () => {
    await settle(-20);
    await expect(db.sql`update policy_versions set reason = 'x'`).rejects.toThrow("permission");
    await expect(db.sql`delete from policy_versions`).rejects.toThrow("permission");
  });
});

describe("going back", () => {
  it("stores the earlier values as a new version", async () => {
    await settle(-20);
    await apply({ burstClicks: 3 });
    const wanted = { version: FIRST, windowSeconds: 60 };
    const { version: _, ...earlier } = await getPolicyVersion(ctx, wanted);
    expect(await apply(earlier)).toMatchObject({
      ...{ action: "policy.apply", after: { burstClicks: 4 } },
    });
    const { items } = await listPolicies(ctx, { before: null, limit: 10 });
    expect(items.map(({ version, state }) => [version, state])).toEqual([
      [FIRST + 2, "active"],
      [FIRST + 1, "replaced"],
      [FIRST, "replaced"],
    ]);
    const at = inMinutes(90);
    expect((await getPolicyAt(db.sql, { at, windowSeconds: 60 })).burstClicks).toBe(4);
  });

  it("refuses a version that is not stored", async () => {
    const wanted = { version: 999, windowSeconds: 60 };
    await expect(getPolicyVersion(ctx, wanted)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a new release", () => {
  it("keeps what operators changed, and brings its own values for the rest", async () => {
    await settle(-20);
    await apply({ burstClicks: 3, effects: { vpn: "note" } });
    await owner`update policy_versions set rules_version = ${FIRST - 1}, policy = policy || '{"addressClicks": 7}'`;
    now = inMinutes(5);
    const ids = await addTrio(-2);
    await settle(4);
    expect(await judged(ids)).toEqual([`${FIRST + 2} ip_burst`]);
    const inForce = await getPolicyAt(db.sql, { at: now, windowSeconds: 60 });
    expect(inForce).toEqual({
      ...{ ...policy, version: FIRST + 2, burstClicks: 3 },
      effects: { ...policy.effects, vpn: "note" },
    });
    const audit = await owner`select actor_kind from audit_log where action = 'policy.register'`;
    expect(audit.length).toBeGreaterThan(0);
  });

  const release = async () => {
    await owner`update policy_versions set rules_version = ${FIRST - 1}`;
    await settle(4);
  };

  it("drops edits that are out of its bounds or unknown to it, and names them in the audit log", async () => {
    await settle(-20);
    await apply({ burstClicks: 3, addressClicks: policy.addressClicks * 2 });
    const former = { gone: 1, addressClicks: 9_000, shared: { burstClicks: 2 } };
    await owner`
      update policy_versions set edits = edits || ${owner.json({ ...former, effects: { known_bot: "note" } })}
      where version = ${FIRST + 1}`;
    now = inMinutes(5);
    await release();
    const inForce = await getPolicyAt(db.sql, { at: now, windowSeconds: 60 });
    expect(inForce).toEqual({ ...policy, version: FIRST + 2, burstClicks: 3 });
    const [newest] = (await listPolicies(ctx, { before: null, limit: 1 })).items;
    expect(newest?.edits).toEqual({ burstClicks: 3 });
    const [audit] = await owner<{ after: { dropped: string } }[]>`
      select after from audit_log where action = 'policy.register' order by id desc limit 1`;
    for (const name of ["gone", "addressClicks", "shared.burstClicks", "effects.known_bot"]) {
      expect(audit?.after.dropped).toContain(name);
    }
    expect(audit?.after.dropped).not.toMatch(/(^| )burstClicks/);
  });
});
