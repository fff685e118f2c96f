import { policy } from "@fairclick/core/clicks/policy";
import type { OverrideValues } from "@fairclick/core/clicks/policy-overrides";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../../context";
import { addCampaign, addPendingClicks, addUser } from "../../../testing/marketplace";
import { operatorCtx } from "../../../testing/operator-ctx";
import { settleClicks } from "../../settle/settle-clicks";
import { applyPolicy, rollBackPolicy } from "../apply-policy";
import { approveOverride, declineOverride } from "./answer-override-request";
import { getEffectivePolicy } from "./get-effective-policy";
import { listOverrides } from "./list-overrides";
import { removeOverride } from "./remove-override";
import { MAX_OVERRIDES } from "./require-room";
import { MAX_REVISIONS, setOverride } from "./set-override";

const { db, owner } = await createTestDatabase();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let now = new Date(Date.now() - 100 * DAY_MS);
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const operatorId = ({ actor }: Ctx) => (actor.kind === "operator" ? actor.operatorId : "");

/** An operator with a token that changes the policy. */
async function addOperator(): Promise<Ctx> {
  const ctx = await operatorCtx(db, owner, () => now);
  await owner`
    insert into operator_tokens (operator_id, token_hash, scopes)
    values (${operatorId(ctx)}, sha256(convert_to(${operatorId(ctx)}, 'utf8')), '{policy:write}')`;
  return ctx;
}
const ann = await addOperator();
const bob = await addOperator();
const change = { reason: "a school", dryRun: false };

let creatorId = "";
let campaignId = "";
beforeEach(async () => {
  now = inHours(100);
  await owner`
    truncate policy_overrides, policy_override_requests, policy_versions, settlements`;
  creatorId = await addUser(db);
  campaignId = (await addCampaign(db)).id;
});
const campaign = () => `campaign:${campaignId}`;
const user = () => `user:${creatorId}`;

type More = { until?: string; dryRun?: boolean; by?: Ctx };
const set = (subject: string, values: OverrideValues, { by = ann, ...more }: More = {}) =>
  setOverride(by, { ...change, subject, values, ...more });
const effective = async (given: object = { campaign: campaignId, user: creatorId }) =>
  (await getEffectivePolicy(ann, { ...given, windowSeconds: 60 })).policy;
async function request(values: OverrideValues, subject = user()): Promise<string> {
  const { after } = await set(subject, values);
  expect(after.state).toBe("requested");
  return String(after.request);
}
const approve = (id: string, by = bob) => approveOverride(by, { ...change, id });

describe("a stricter override", () => {
  it("starts at once, replaces the earlier one and ends by itself", async () => {
    expect(await set(campaign(), { burstClicks: 3 })).toMatchObject({
      ...{ action: "policy.override", subject: campaign(), applied: true },
      before: { revision: null, burstClicks: 4 },
      after: { burstClicks: 3, activeFrom: now.toISOString(), until: inHours(720).toISOString() },
    });
    expect(await effective()).toEqual({ ...policy, burstClicks: 3 });
    expect(await effective({ user: creatorId })).toEqual(policy);
    const until = inHours(24 * 365).toISOString();
    expect(await set(campaign(), { "shared.addressClicks": 10 }, { until })).toMatchObject({
      ...{ before: { revision: 1, burstClicks: 3 }, after: { "shared.addressClicks": 10, until } },
    });
    const changed = { ...policy, shared: { ...policy.shared, addressClicks: 10 } };
    expect(await effective()).toEqual(changed);
    now = inHours(24 * 365 - 1);
    expect(await effective()).toEqual(changed);
    now = inHours(1);
    expect(await effective()).toEqual(policy);
  });

  it("is removed, names what it was, and changes nothing in a dry run", async () => {
    await set(user(), { burstClicks: 2 }, { dryRun: true });
    const subject = user();
    await expect(removeOverride(ann, { ...change, subject })).rejects.toMatchObject({
      code: "not_found",
    });
    await set(user(), { burstClicks: 2 });
    await removeOverride(ann, { ...change, subject, dryRun: true });
    expect(await effective()).toMatchObject({ burstClicks: 2 });
    expect(await removeOverride(ann, { ...change, subject })).toMatchObject({
      ...{ action: "policy.override_remove", before: { revision: 1, burstClicks: 2 } },
    });
    expect(await effective()).toEqual(policy);
    expect((await listOverrides(ann)).active).toEqual([]);
  });

  it("starts after every click that is judged", async () => {
    const at = inHours(2);
    await addPendingClicks(db, [{ at, campaignId, creatorId }]);
    const shard = { shard: 0, shards: 1, batchSize: 100, windowSeconds: 60 };
    await settleClicks(ann, { watermark: inHours(3), ...shard });
    expect(await set(user(), { burstClicks: 2 })).toMatchObject({
      after: { activeFrom: inHours(3).toISOString() },
    });
  });

  it.each([
    ["a value out of the policy's bounds", { burstClicks: 21 }, {}],
    ["a value below them", { addressClicks: 4 }, {}],
    ["an end in the past", { burstClicks: 3 }, { until: -1 }],
    ["an end in more than a year", { burstClicks: 3 }, { until: 366 * 24 }],
    ["a looser value for more than 30 days", { burstClicks: 5 }, { until: 31 * 24 }],
  ])("refuses %s", async (_name, values, more: { until?: number }) => {
    const until = more.until === undefined ? {} : { until: inHours(more.until).toISOString() };
    await expect(set(user(), values, until)).rejects.toMatchObject({ code: "validation" });
    expect(await listOverrides(ann)).toEqual({ active: [], requested: [] });
  });

  it.each(["user:nobody", "campaign:nothing", "campaign:01900000-0000-7000-8000-000000000001"])(
    "refuses %s",
    async (subject) => {
      await expect(set(subject, { burstClicks: 3 })).rejects.toMatchObject({ code: "not_found" });
    },
  );

  it("is refused beyond the number that a batch reads", async () => {
    await set(user(), { burstClicks: 3 });
    await owner`alter table policy_overrides drop constraint policy_overrides_creator_id_fkey`;
    await owner`
      insert into policy_overrides (
        revision, creator_id, overridden, active_from, until, reason, created_by, created_at
      )
      select n, gen_random_uuid(), '{"burstClicks": 3}', ${now}, ${inHours(24)}, 'why',
        ${operatorId(ann)}, ${now}
      from generate_series(2, ${MAX_OVERRIDES}) n`;
    await expect(set(campaign(), { burstClicks: 3 })).rejects.toMatchObject({ code: "conflict" });
    expect(await set(user(), { burstClicks: 2 })).toMatchObject({ applied: true });
    now = inHours(25);
    expect(await set(campaign(), { burstClicks: 3 })).toMatchObject({ applied: true });
  });
});

describe("an operator who would pay a friend", () => {
  it("cannot loosen a limit alone: it only requests, and cannot approve the request", async () => {
    const id = await request({ burstClicks: 20, addressClicks: 20 });
    expect(await effective()).toEqual(policy);
    await expect(approve(id, ann)).rejects.toThrow("A different operator approves it");
    expect((await listOverrides(ann)).requested).toMatchObject([
      { id, values: { burstClicks: 20 }, loosens: ["burstClicks"], reason: "a school" },
    ]);
    expect(await approve(id)).toMatchObject({ action: "policy.override_approve", applied: true });
    expect(await effective()).toMatchObject({ burstClicks: 20, addressClicks: 20 });
    expect((await listOverrides(ann)).active).toMatchObject([
      { operator: operatorId(ann), approver: operatorId(bob), loosens: ["burstClicks"] },
    ]);
    const audit = await owner`
      select action, actor_id as by, reason from audit_log where subject = ${user()} order by id`;
    expect(audit.map(({ action, by }) => [action, by])).toEqual([
      ["policy.override_request", operatorId(ann)],
      ["policy.override_approve", operatorId(bob)],
    ]);
    await expect(approve(id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("gains nothing by loosening the policy for everybody first", async () => {
    const stored = { ...change, windowSeconds: 60 };
    await applyPolicy(ann, { ...stored, policy: { burstClicks: 20 } });
    now = inHours(1);
    expect(await set(user(), { burstClicks: 20 })).toMatchObject({ action: "policy.override" });
    await rollBackPolicy(ann, { ...stored, version: policy.version });
    now = inHours(1);
    expect(await effective()).toMatchObject({ burstClicks: policy.burstClicks });
  });

  it("cannot undo what protects a campaign, even with a second operator", async () => {
    await set(campaign(), { burstClicks: 3 });
    await approve(await request({ burstClicks: 20 }));
    expect(await effective({ user: creatorId })).toMatchObject({ burstClicks: 20 });
    expect(await effective()).toMatchObject({ burstClicks: 3 });
  });

  it("cannot loosen alone what a colleague made stricter, nor end it, nor let it end earlier", async () => {
    const until = inHours(24 * 20).toISOString();
    await set(campaign(), { burstClicks: 2, addressClicks: 5 }, { by: bob, until });
    const strict = await effective();
    const wishes = [
      () => set(campaign(), { burstClicks: 3, addressClicks: 5 }),
      () => set(campaign(), { burstClicks: 2 }),
      () =>
        set(campaign(), { burstClicks: 2, addressClicks: 5 }, { until: inHours(2).toISOString() }),
      () => removeOverride(ann, { ...change, subject: campaign() }),
    ];
    const requests = [];
    for (const wish of wishes) {
      const { action, after } = await wish();
      expect(action).toBe("policy.override_request");
      requests.push(after);
      expect(await effective()).toEqual(strict);
    }
    expect(requests.map(({ loosens }) => loosens)).toEqual([
      ...["burstClicks", "addressClicks", "burstClicks addressClicks", "burstClicks addressClicks"],
    ]);
    const removal = String(requests.at(-1)?.request);
    expect((await listOverrides(ann)).requested[0]).toMatchObject({
      ...{ id: removal, values: {}, loosens: ["burstClicks", "addressClicks"] },
    });
    await expect(approve(removal, ann)).rejects.toThrow("A different operator approves it");
    await approve(removal);
    expect(await effective()).toEqual(policy);
    expect((await listOverrides(ann)).active).toEqual([]);
  });

  it("cannot make a colleague's override their own by setting it again", async () => {
    const until = inHours(24 * 60).toISOString();
    await set(campaign(), { burstClicks: 3 }, { by: bob });
    expect(await set(campaign(), { burstClicks: 2 }, { until })).toMatchObject({
      ...{ action: "policy.override", before: { revision: 1, burstClicks: 3 } },
    });
    expect((await removeOverride(ann, { ...change, subject: campaign() })).action).toBe(
      "policy.override_request",
    );
    expect((await set(campaign(), { burstClicks: 3 })).action).toBe("policy.override_request");
    now = inHours(721);
    const removed = await removeOverride(ann, { ...change, subject: campaign() });
    expect(removed.action).toBe("policy.override_remove");
  });

  it("needs a colleague for what two of them agreed on, but not for a mistake of their own", async () => {
    await approve(await request({ burstClicks: 20, addressClicks: 5 }));
    expect((await set(user(), { burstClicks: 4 })).action).toBe("policy.override_request");
    expect((await set(user(), { burstClicks: 4, addressClicks: 5 })).action).toBe(
      "policy.override",
    );
    await set(campaign(), { burstClicks: 2 });
    expect((await set(campaign(), { burstClicks: 3 })).action).toBe("policy.override");
  });

  it("cannot fill the table that every batch reads with revisions", async () => {
    await owner`
      insert into policy_overrides (
        revision, creator_id, overridden, active_from, until, reason, created_by, created_at
      )
      select n, ${creatorId}, '{"burstClicks": 2}', ${now}, ${inHours(24)}, 'why', ${operatorId(ann)}, ${now}
      from generate_series(1, ${MAX_REVISIONS - 1}) n`;
    await set(user(), { burstClicks: 2 });
    await expect(set(user(), { burstClicks: 2 })).rejects.toThrow("changed this override 50 times");
    await set(campaign(), { burstClicks: 2 });
    // Nor keep a colleague from making the limits stricter.
    expect(await set(user(), { burstClicks: 1 }, { by: bob })).toMatchObject({ applied: true });
    await removeOverride(ann, { ...change, subject: user() });
    now = inHours(721);
    expect(await set(user(), { burstClicks: 2 })).toMatchObject({ applied: true });
  });

  it("cannot have an old request approved after somebody tightened the limits", async () => {
    const id = await request({ burstClicks: 20 });
    await set(user(), { burstClicks: 2 }, { by: bob });
    await expect(approve(id)).rejects.toThrow("was changed since");
    expect(await effective()).toMatchObject({ burstClicks: 2 });
  });

  it("cannot have it approved after it expired, or after losing the scope", async () => {
    const carl = await addOperator();
    const { after } = await set(user(), { burstClicks: 20 }, { by: carl });
    await owner`
      update operator_tokens set revoked_at = now() where operator_id = ${operatorId(carl)}`;
    await expect(approve(String(after.request))).rejects.toThrow("may no longer");
    const id = await request({ burstClicks: 20 });
    now = inHours(72);
    await expect(approve(id)).rejects.toThrow("expired");
    expect(await listOverrides(ann)).toEqual({ active: [], requested: [] });
  });

  it("gets one override from two approvals at once, and none after a decline", async () => {
    const id = await request({ burstClicks: 20 });
    const both = await Promise.allSettled([approve(id), approve(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await listOverrides(ann)).active).toHaveLength(1);
    const other = await request({ burstClicks: 20 }, campaign());
    expect(await declineOverride(ann, { ...change, id: other })).toMatchObject({ applied: true });
    await expect(approve(other)).rejects.toMatchObject({ code: "not_found" });
  });
});
