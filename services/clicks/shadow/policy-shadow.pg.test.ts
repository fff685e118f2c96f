import { policy } from "@fairclick/core/clicks/policy";
import type { PolicyFile } from "@fairclick/core/clicks/policy-file-schema";
import type { Decision } from "@fairclick/core/clicks/verdict";
import { asId, type UserId } from "@fairclick/core/ids";
import { addShadowFigures } from "@fairclick/sql/clicks/shadow/shadow-figures";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../accounts/delete-account";
import { requireOperator } from "../../actor";
import { addCampaign, addPendingClicks, addUser } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { applyPolicy } from "../policy/apply-policy";
import { listPolicies } from "../policy/list-policies";
import { type SettleClicks, settleClicks } from "../settle/settle-clicks";
import { MAX_MISSES } from "./miss-batch";
import { showShadow } from "./show-shadow";
import { startShadow } from "./start-shadow";
import { stopShadow } from "./stop-shadow";

const { db, owner } = await createTestDatabase();
const MINUTE_MS = 60_000;
let now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS);
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const ctx = await operatorCtx(db, owner, () => now);
const change = { reason: "why", dryRun: false, windowSeconds: 60 };
const start = (file: PolicyFile = { burstClicks: 3 }, more: { dryRun?: boolean } = {}) =>
  startShadow(ctx, { ...change, minutes: 10, policy: file, ...more });

/** Each test begins with a settled past and no shadow. */
beforeEach(async () => {
  now = inMinutes(30);
  await owner`truncate policy_overrides, policy_override_requests, policy_versions, settlements`;
  await owner`delete from policy_shadows`;
  await settle(-20);
});

const settle = (minutes: number, more: Partial<SettleClicks> = {}) =>
  settleClicks(ctx, {
    ...{ watermark: inMinutes(minutes), windowSeconds: 60 },
    ...{ shard: 0, shards: 1, batchSize: 1_000, ...more },
  });

let addresses = 0;

/** Three clicks of one address, a second apart: a burst by the shadow, none by the active policy. */
async function addTrio(minutes: number, gapSeconds = 1) {
  const { id: campaignId, payoutMicros } = await addCampaign(db);
  const creatorId = await addUser(db);
  addresses += 1;
  const ipKey = `203.0.113.${addresses}`;
  const clicks = [0, 1, 2].map((second) => ({
    ...{ campaignId, creatorId, ipKey },
    at: new Date(inMinutes(minutes).getTime() + second * gapSeconds * 1_000),
  }));
  return { campaignId, creatorId, payoutMicros, ids: await addPendingClicks(db, clicks) };
}

async function verdicts(ids: string[]): Promise<string[]> {
  const rows = await owner<{ verdict: string }[]>`
    select coalesce(reason, verdict) as verdict from all_clicks where id = any (${ids}::uuid[])`;
  return rows.map(({ verdict }) => verdict);
}

const valid: Decision = { verdict: "valid", reason: null };
const burst: Decision = { verdict: "invalid", reason: "ip_burst" };

describe("a running shadow", () => {
  it("counts what it would change, and changes nothing", async () => {
    await start();
    const { ids, campaignId, creatorId, payoutMicros } = await addTrio(1);
    await addTrio(5, 90);
    expect(await settle(9)).toMatchObject({ clicks: 6, valid: 6, paidMicros: 6n * payoutMicros });
    expect(await verdicts(ids)).toEqual(["valid", "valid", "valid"]);
    const micros = -3n * payoutMicros;
    const shown = await showShadow(ctx);
    expect(shown).toMatchObject({
      ...{ state: "running", reason: "why", clicks: 6, changed: 3, micros, remarks: [] },
      ...{ startedAt: now, until: inMinutes(10), baseVersion: policy.version },
      differences: [{ name: "burstClicks", from: 4, to: 3 }],
      changes: [{ from: valid, to: burst, clicks: 3, micros }],
      campaigns: [{ id: campaignId, clicks: 3, micros }],
      creators: [{ id: creatorId, clicks: 3, micros }],
    });
    expect(shown.sample.map(({ id, from, to }) => ({ id, from, to }))).toEqual(
      ids.map((id) => ({ id, from: valid, to: burst })),
    );
  });

  it("has the same figures in small and large batches", async () => {
    await start();
    await addTrio(1);
    await addTrio(2);
    await settle(9, { batchSize: 1 });
    expect(await showShadow(ctx)).toMatchObject({ clicks: 6, changed: 6 });
  });

  it("judges clicks from its start to its end, then ends by itself", async () => {
    await start();
    await addTrio(-1);
    await addTrio(1);
    await addTrio(11);
    expect(await settle(15)).toMatchObject({ batches: 1, clicks: 9, valid: 9 });
    now = inMinutes(12);
    const { unseenShadow } = await listPolicies(ctx, { before: null, limit: 1 });
    expect(unseenShadow).toMatchObject({ until: inMinutes(-2) });
    expect(await showShadow(ctx)).toMatchObject({ state: "finished", clicks: 3, changed: 3 });
    expect((await listPolicies(ctx, { before: null, limit: 1 })).unseenShadow).toBeNull();
    await start({ burstClicks: 5 });
    expect(await showShadow(ctx)).toMatchObject({ state: "running", clicks: 0, sample: [] });
  });

  it("applies the overrides of campaigns and creators as the active policy does", async () => {
    await start({ addressClicks: 20 });
    const { campaignId, ids } = await addTrio(1);
    await owner`
      insert into policy_overrides (revision, campaign_id, overridden, active_from, until, reason,
        created_by, created_at)
      values (1, ${campaignId}, '{"burstClicks": 3}', ${now}, ${inMinutes(60)}, 'why',
        ${requireOperator(ctx)}, ${now})`;
    await settle(5);
    expect(new Set(await verdicts(ids))).toEqual(new Set(["ip_burst"]));
    expect(await showShadow(ctx)).toMatchObject({ clicks: 3, changed: 0 });
  });

  it("says that the active policy changed in the meantime", async () => {
    await start();
    await applyPolicy(ctx, {
      ...change,
      policy: { burstClicks: 5 },
      from: inMinutes(2).toISOString(),
    });
    now = inMinutes(3);
    const { remarks } = await showShadow(ctx);
    expect(remarks).toEqual([expect.stringContaining(`${policy.version}, ${policy.version + 1}`)]);
  });

  it("keeps its figures after a stop, and judges nothing further", async () => {
    await start();
    await addTrio(1);
    await settle(2);
    now = inMinutes(3);
    expect(await stopShadow(ctx, change)).toMatchObject({ after: { state: "stopped" } });
    await addTrio(1);
    await settle(5);
    expect(await showShadow(ctx)).toMatchObject({ state: "stopped", clicks: 3, endedAt: now });
    await expect(stopShadow(ctx, change)).rejects.toThrow("No shadow runs");
  });

  it("names a creator who deleted the account only by the name that is left", async () => {
    await start();
    const { creatorId } = await addTrio(1);
    await settle(2);
    const actor = { kind: "user", userId: asId<UserId>(creatorId) } as const;
    await deleteAccount({ ...ctx, actor }, { giveUpWalletCents: 0, giveUpEarnings: true });
    const { creators } = await showShadow(ctx);
    expect(creators).toMatchObject([{ id: creatorId, name: expect.stringMatching(/^deleted-/) }]);
  });

  it("counts at most a fixed number of links per shard, and says so", async () => {
    await start();
    const { creatorId, campaignId } = await addTrio(1);
    await settle(2);
    const [{ id: shadowId } = { id: "" }] = await owner<{ id: string }[]>`
      insert into policy_shadow_links (shadow_id, shard, campaign_id, creator_id, clicks, micros)
      select id, 0, gen_random_uuid(), gen_random_uuid(), 0, 0
      from policy_shadows, generate_series(2, 10000) returning shadow_id as id`;
    const links = [creatorId, await addUser(db)].map((each) => ({
      ...{ campaignId, creatorId: each, clicks: 1, micros: -1n },
    }));
    const outcomes = [{ from: valid, to: burst, clicks: 2, micros: -2n, sample: [] }];
    await withTx(db, (tx) => addShadowFigures(tx, { shadowId, shard: 0, links, outcomes }));
    const { creators, remarks } = await showShadow(ctx);
    expect(creators).toMatchObject([{ id: creatorId, clicks: 4 }]);
    expect(remarks).toContainEqual(expect.stringMatching(/^1 changed clicks are of further links/));
  });
});

describe("starting a shadow", () => {
  it("shows the values and the times first", async () => {
    expect(await start({ burstClicks: 3 }, { dryRun: true })).toMatchObject({
      ...{ action: "policy.shadow.start", applied: false, before: { burstClicks: 4 } },
      after: { burstClicks: 3, until: inMinutes(10).toISOString() },
    });
    await expect(showShadow(ctx)).rejects.toThrow("No shadow was started");
  });

  it.each<[string, PolicyFile, string]>([
    ["the values of the active policy", { burstClicks: 4 }, "has these values already"],
    ["a value out of bounds", { burstClicks: 1_000 }, "between 1 and 20"],
    ["an effect that pays bots", { effects: { known_bot: "note" } }, "invalid or held"],
    ["a file of another version", { version: 1, burstClicks: 3 }, "names version 1"],
  ])("refuses %s", async (_name, file, message) => {
    await expect(start(file)).rejects.toThrow(message);
  });

  it("allows only one at a time", async () => {
    await start();
    await expect(start({ burstClicks: 5 })).rejects.toThrow("A shadow runs until");
  });
});

describe("a shadow that cannot judge", () => {
  const failure = async () => {
    const [row] = await owner`select state, after from (
      select s.ended_at is not null as state, a.after from policy_shadows s
      join audit_log a on a.subject = 'policy-shadow:' || s.id and a.action = 'policy.shadow.end'
    ) ended`;
    const { state, failure: text } = await showShadow(ctx);
    return { ended: row?.state, after: row?.after, state, text };
  };

  it("ends when a batch fails beside it, which is settled without it", async () => {
    await start();
    const { ids } = await addTrio(1);
    await owner`revoke insert on policy_shadow_links from fairclick_app`;
    try {
      expect(await settle(9)).toMatchObject({ batches: 1, clicks: 3, valid: 3 });
    } finally {
      await owner`grant insert on policy_shadow_links to fairclick_app`;
    }
    expect(await verdicts(ids)).toEqual(["valid", "valid", "valid"]);
    const text = expect.stringContaining("A batch failed beside it");
    expect(await failure()).toMatchObject({
      ...{ ended: true, state: "failed", text, after: { state: "failed", failure: text } },
    });
    expect(await showShadow(ctx)).toMatchObject({ clicks: 0, changed: 0 });
  });

  it("ends also if the error is cut within a character", async () => {
    await start();
    await addTrio(1);
    // Half of the emoji is the 500th and last code unit of the failure.
    await owner`
      create function fail_links() returns trigger language plpgsql as
        $$ begin raise exception '%', repeat('x', 473) || '\u{1F600}'; end $$`;
    await owner`
      create trigger fail_links before insert on policy_shadow_links execute function fail_links()`;
    try {
      expect(await settle(9)).toMatchObject({ clicks: 3, valid: 3 });
    } finally {
      await owner`drop function fail_links cascade`;
    }
    expect(await failure()).toMatchObject({
      state: "failed",
      text: expect.stringContaining("xxx"),
    });
  });

  it("misses batches when it is slow, and ends when it is slow again and again", async () => {
    await start();
    const { id } = await showShadow(ctx);
    const shadow = { id, policy, from: -Infinity, until: Infinity, limitMs: 0 };
    for (let batch = 1; batch <= MAX_MISSES; batch += 1) {
      expect(await showShadow(ctx)).toMatchObject({ state: "running", missed: 3 * (batch - 1) });
      const { ids } = await addTrio(batch / 10);
      await settle(batch / 10 + 0.05, { policy, shadow });
      expect(await verdicts(ids)).toEqual(["valid", "valid", "valid"]);
    }
    const text = expect.stringMatching(/^It missed 5 batches in a row\. It took more than/);
    expect(await failure()).toMatchObject({ state: "failed", text });
    expect(await showShadow(ctx)).toMatchObject({ missed: 3 * MAX_MISSES, clicks: 0 });
  });

  it.each([
    ["has unknown rules", owner`policy #- '{effects,vpn}' || '{"effects": {"new_rule": "held"}}'`],
    ["lacks a value", owner`policy - 'burstClicks'`],
  ])("ends when its policy %s", async (_name, changed) => {
    await start();
    await owner`update policy_shadows set policy = ${changed}`;
    await addTrio(1);
    expect(await settle(9)).toMatchObject({ clicks: 3, valid: 3 });
    expect(await failure()).toMatchObject({
      ...{ state: "failed", text: "Its policy has unknown or missing values." },
    });
  });

  it("ends when a release with other rules judges", async () => {
    await start();
    await owner`update policy_shadows set rules_version = rules_version - 1`;
    await addTrio(1);
    expect(await settle(9)).toMatchObject({ clicks: 3, valid: 3 });
    expect(await failure()).toMatchObject({ text: expect.stringContaining("for rules") });
  });

  it("stops no settlement if it cannot be ended either", async () => {
    await start();
    await owner`update policy_shadows set policy = '{}'`;
    await owner`revoke update (ended_at) on policy_shadows from fairclick_app`;
    try {
      for (const minutes of [1, 5]) {
        await addTrio(minutes);
        expect(await settle(minutes + 2)).toMatchObject({ batches: 1, clicks: 3, valid: 3 });
      }
    } finally {
      await owner`grant update (ended_at) on policy_shadows to fairclick_app`;
    }
    await addTrio(8);
    await settle(10);
    expect(await failure()).toMatchObject({ state: "failed" });
  });

  it("is not blamed for a batch that fails without it too", async () => {
    await start();
    await addTrio(1);
    await owner`revoke insert on settlements from fairclick_app`;
    try {
      await expect(settle(9)).rejects.toThrow("permission");
    } finally {
      await owner`grant insert on settlements to fairclick_app`;
    }
    expect(await showShadow(ctx)).toMatchObject({ state: "running", clicks: 0 });
  });
});
