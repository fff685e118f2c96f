import type { ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { Sql } from "@fairclick/sql/db/client";
import { getBalance } from "@fairclick/sql/money/ledger";
import { describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { addPendingClicks } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { decideClicks } from "../decide/decide-clicks";
import { openSettlementWorld } from "../testing/settlement-world";
import { approveReversal, declineReversal } from "./answer-reversal-request";
import { listReversalRequests } from "./list-reversal-requests";
import { requestReversal } from "./request-reversal";

const { db, owner, settle, joinedCampaign } = await openSettlementWorld();
const PRICE = 1_000_000n;
const HOUR_MS = 3_600_000;
let now = new Date();
/** An operator with a token; each test has its own, because what they take back adds up. */
async function addOperator(): Promise<Ctx> {
  const ctx = await operatorCtx(db, owner, () => now);
  await addToken(operatorId(ctx), operatorId(ctx));
  return ctx;
}
async function addToken(id: string, secret: string): Promise<void> {
  await owner`
    insert into operator_tokens (operator_id, token_hash, scopes)
    values (${id}, sha256(convert_to(${secret}, 'utf8')), ${["clicks:decide"]})`;
}
const operatorId = (ctx: Ctx) => (ctx.actor.kind === "operator" ? ctx.actor.operatorId : "");

/** A campaign whose creator was paid for clicks of a dollar each. */
async function paidCampaign(clicks: number) {
  const campaign = await joinedCampaign({ payoutMicros: PRICE, budgetMicros: 100n * PRICE });
  const times = Array.from({ length: clicks }, (_, index) => campaign.click(index * 100));
  const ids = await addPendingClicks(db, times);
  await settle();
  expect(await campaign.earned()).toBe(BigInt(clicks) * PRICE);
  return { ...campaign, campaignId: campaign.id, ids };
}

const limit = { limitMicros: 5n * PRICE };
const reverse = (ctx: Ctx, clicks: ClickSelection, more: object = limit) =>
  decideClicks(ctx, {
    ...{ action: "reverse", category: "bot_traffic", reason: "why", dryRun: false, clicks },
    ...more,
  });
const request = (ctx: Ctx, clicks: ClickSelection) =>
  requestReversal(ctx, { clicks, category: "bot_traffic", reason: "a farm", dryRun: false });
const answer = (id: string | null) => ({ id: id ?? "", reason: "seen too", dryRun: false });

describe("what one operator can take back within 24 hours", () => {
  it("is limited in sum, also in small parts and at the same time", async () => {
    const ann = await addOperator();
    const { ids, earned, campaignId } = await paidCampaign(8);
    await expect(reverse(ann, { group: { campaignId } })).rejects.toThrow(
      "This takes back $8.00. One operator can take back $5.00 within 24 hours, and you $5.00 more.",
    );
    const parts = await Promise.allSettled(ids.map((id) => reverse(ann, { ids: [id] })));
    expect(parts.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await earned()).toBe(3n * PRICE);
    now = new Date(now.getTime() + 25 * HOUR_MS);
    await reverse(ann, { group: { campaignId } });
    expect(await earned()).toBe(0n);
  });

  it("does not count previews, repeats and other operators", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { ids, earned } = await paidCampaign(8);
    await reverse(ann, { ids }, { ...limit, dryRun: true });
    const first = { ids: ids.slice(0, 5) };
    await reverse(ann, first);
    await reverse(ann, first);
    await reverse(bob, { ids: ids.slice(5) });
    expect(await earned()).toBe(0n);
  });
});

describe("a requested reversal", () => {
  it("is made by a second operator, never by its own", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { campaignId, earned } = await paidCampaign(8);
    const requested = await request(ann, { group: { campaignId } });
    expect(requested).toMatchObject({ clicks: 8, micros: "8000000" });
    expect(await earned()).toBe(8n * PRICE);
    await expect(approveReversal(ann, answer(requested.id))).rejects.toThrow(
      "You requested this reversal. A different operator approves it.",
    );
    await expect(
      owner`update reversal_requests set approved_by = requested_by, approved_at = requested_at`,
    ).rejects.toThrow("reversal_requests_two_operators");
    const { items } = await listReversalRequests(bob, { limit: 10 });
    expect(items.map(({ id, reason }) => [id, reason])).toEqual([[requested.id, "a farm"]]);
    const preview = await approveReversal(bob, { ...answer(requested.id), dryRun: true });
    expect(preview).toMatchObject({ applied: false, clicks: 8 });
    expect(await approveReversal(bob, answer(requested.id))).toMatchObject({
      ...{ applied: true, clicks: 8, micros: "8000000" },
    });
    expect(await earned()).toBe(0n);
    await expect(approveReversal(bob, answer(requested.id))).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await listReversalRequests(bob, { limit: 10 })).items).toEqual([]);
  });

  it("goes on after its approval was interrupted", async () => {
    const [ann, bob, cid] = [await addOperator(), await addOperator(), await addOperator()];
    const { ids, campaignId, earned } = await paidCampaign(8);
    const { id } = await request(ann, { group: { campaignId } });
    await owner`
      update reversal_requests set approved_by = ${operatorId(bob)}, approved_at = ${now}
      where id = ${id}`;
    await reverse(bob, { ids: ids.slice(0, 3) }, { limitMicros: null });
    await expect(approveReversal(cid, answer(id))).rejects.toMatchObject({ code: "conflict" });
    await expect(declineReversal(ann, answer(id))).rejects.toMatchObject({ code: "conflict" });
    expect(await approveReversal(bob, answer(id))).toMatchObject({ clicks: 5 });
    expect(await earned()).toBe(0n);
  });

  it("takes back no more than was requested", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { campaignId, click, earned } = await paidCampaign(6);
    const { id } = await request(ann, { group: { campaignId } });
    await addPendingClicks(db, [click(2_000)]);
    await settle();
    await expect(approveReversal(bob, answer(id))).rejects.toThrow("More of these clicks are paid");
    expect(await earned()).toBe(7n * PRICE);
  });

  it("leaves out clicks that come after it", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { campaignId, click, earned } = await paidCampaign(6);
    const asked = { ...ann, now: () => click(1_000).at };
    const { id, clicks } = await request(asked, { group: { campaignId } });
    expect(clicks).toBe(6);
    await addPendingClicks(db, [click(2_000)]);
    await settle();
    const approving = { ...bob, now: () => click(2_500).at };
    expect(await approveReversal(approving, answer(id))).toMatchObject({ clicks: 6 });
    expect(await earned()).toBe(PRICE);
  });

  it("takes back nothing if more is paid after its approval was recorded", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { campaignId, click, earned } = await paidCampaign(6);
    const { id } = await request(ann, { group: { campaignId } });
    let isPaid = false;
    const { begin: beginOne } = db.transactions;
    const begin = async (...given: Parameters<typeof beginOne>) => {
      const result = await beginOne(...given);
      const [approved] = await owner`
        select from reversal_requests where id = ${id} and approved_at is not null`;
      if (approved && !isPaid) {
        isPaid = true;
        await addPendingClicks(db, [click(2_000)]);
        await settle();
      }
      return result;
    };
    const watched = { ...bob, db: { ...db, transactions: { ...db.transactions, begin } as Sql } };
    await expect(approveReversal(watched, answer(id))).rejects.toMatchObject({ code: "conflict" });
    expect(isPaid).toBe(true);
    expect(await earned()).toBe(7n * PRICE);
  });

  it("expires, and ends with its operator's token", async () => {
    const [ann, bob] = [await addOperator(), await addOperator()];
    const { ids, earned } = await paidCampaign(6);
    const { id } = await request(ann, { ids });
    await owner`
      update operator_tokens set revoked_at = now() where operator_id = ${operatorId(ann)}`;
    await expect(approveReversal(bob, answer(id))).rejects.toThrow("may no longer decide");
    await addToken(operatorId(ann), "another token");
    now = new Date(now.getTime() + 72 * HOUR_MS);
    await expect(approveReversal(bob, answer(id))).rejects.toThrow("has expired");
    expect((await listReversalRequests(bob, { limit: 10 })).items).toEqual([]);
    expect(await earned()).toBe(6n * PRICE);
  });

  it("is made once by operators who approve it at the same time", async () => {
    const [ann, bob, cid] = [await addOperator(), await addOperator(), await addOperator()];
    const { ids, earned, left } = await paidCampaign(6);
    const { id } = await request(ann, { ids });
    const tries = [bob, cid, bob, cid].map((ctx) => approveReversal(ctx, answer(id)));
    const done = (await Promise.allSettled(tries)).flatMap((each) =>
      each.status === "fulfilled" ? [each.value.clicks] : [],
    );
    expect(done.reduce((sum, clicks) => sum + clicks, 0)).toBe(6);
    expect([await earned(), await left()]).toEqual([0n, 100n * PRICE]);
  });

  it("leaves the clicks paid when it is declined, by its own operator too", async () => {
    const ann = await addOperator();
    const { ids, earned, creatorId } = await paidCampaign(6);
    const { id } = await request(ann, { ids });
    expect(await declineReversal(ann, answer(id))).toMatchObject({ after: { state: "declined" } });
    await expect(declineReversal(ann, answer(id))).rejects.toMatchObject({ code: "not_found" });
    expect(await earned()).toBe(6n * PRICE);
    const earnings = { kind: "earnings", ownerId: creatorId } as const;
    expect(await getBalance(db.sql, earnings)).toBe(6n * PRICE);
  });
});
