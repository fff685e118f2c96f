import type { ClickSelection } from "@fairclick/core/clicks/decisions";
import { describe, expect, it } from "vitest";
import type { Ctx } from "../context";
import { addPendingClicks } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { decideClicks } from "./decide-clicks";
import { openSettlementWorld } from "./testing/settlement-world";

const { db, owner, settle, joinedCampaign } = await openSettlementWorld();
const PRICE = 1_000_000n;
const HOUR_MS = 3_600_000;
let now = new Date();
/** Each test has an operator of its own, because what they take back adds up. */
const addOperator = () => operatorCtx(db, owner, () => now);

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
describe("what one operator can take back within 24 hours", () => {
  it("is limited in sum, also in small parts and at the same time", async () => {
    const ann = await addOperator();
    const { ids, earned, campaignId } = await paidCampaign(8);
    await expect(reverse(ann, { group: { campaignId } })).rejects.toThrow(
      "This takes back $8.00. One operator can take back $5.00 within 24 hours, and you $5.00 more now. It is never possible at once: take back fewer clicks, or raise REVERSAL_LIMIT_DOLLARS.",
    );
    const parts = await Promise.allSettled(ids.map((id) => reverse(ann, { ids: [id] })));
    expect(parts.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await earned()).toBe(3n * PRICE);
    now = new Date(now.getTime() + 25 * HOUR_MS);
    await reverse(ann, { group: { campaignId } });
    expect(await earned()).toBe(0n);
  });

  it("is refused with the time from which it is possible", async () => {
    const ann = await addOperator();
    const { ids, earned } = await paidCampaign(8);
    const start = now;
    await reverse(ann, { ids: ids.slice(0, 2) });
    now = new Date(start.getTime() + HOUR_MS);
    await reverse(ann, { ids: ids.slice(2, 4) });
    const rest = { ids: ids.slice(4) };
    const free = new Date(start.getTime() + 25 * HOUR_MS);
    await expect(reverse(ann, rest)).rejects.toThrow(
      `and you $1.00 more now. It is possible from ${free.toISOString().slice(0, 16).replace("T", " ")} UTC on.`,
    );
    now = free;
    await reverse(ann, rest);
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
