import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { noticeKinds } from "@fairclick/core/notices/registry";
import { listNotices } from "@fairclick/sql/notices/notices";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import { changePrice, editCampaign, withdrawPrice } from "../campaigns/edit-campaign";
import { joinCampaign } from "../campaigns/join";
import { disableLink, enableLink, setLinkDisabled } from "../campaigns/links";
import {
  disableCampaign,
  endCampaign,
  pauseCampaign,
  restoreCampaign,
  resumeCampaign,
} from "../campaigns/stop-campaign";
import { decideClicks } from "../clicks/decide-clicks";
import { settleClicks } from "../clicks/settle-clicks";
import type { Ctx } from "../context";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";

const { db, owner } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const HOUR_MS = 3_600_000;
const start = Date.now();
const hours = (count: number) => new Date(start + count * HOUR_MS);

async function addMarket({ budgetMicros = 100_000n } = {}) {
  const campaign = await addCampaign(db, { payoutMicros: 100n, budgetMicros, endsAt: hours(240) });
  const id = asId<CampaignId>(campaign.id);
  const developerId = asId<UserId>(campaign.developerId);
  const creatorId = asId<UserId>(await addUser(db));
  const as = (userId: UserId) => ({
    ...systemCtx(db),
    actor: { kind: "user" as const, userId },
  });
  const creator = as(creatorId);
  const developer = as(developerId);
  return { id, developerId, creatorId, creator, developer };
}

const settle = () =>
  settleClicks(systemCtx(db), {
    watermark: hours(1),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 100,
  });

/** Each notice's kind, with the option of its data if there are several. */
async function listKinds(userId: UserId): Promise<string[]> {
  const rows = await db.sql<{ kind: string; option: string | null }[]>`
    select kind, coalesce(data ->> 'decision', data ->> 'change', data ->> 'state', data ->> 'left')
      as option
    from notices where user_id = ${userId} order by id`;
  for (const { kind } of rows) expect(noticeKinds.map((each) => each.kind)).toContain(kind);
  return rows.map(({ kind, option }) => (option === null ? kind : `${kind} ${option}`));
}

const act = { reason: "a test", dryRun: false };

it("tells developers and creators what happens to campaigns and links, once per change", async () => {
  const { id, developerId, creatorId, creator, developer } = await addMarket();
  const joined = await Promise.allSettled([joinCampaign(creator, id), joinCampaign(creator, id)]);
  expect(joined.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [link] = await db.sql<{ code: string }[]>`
    select code from links where campaign_id = ${id} and creator_id = ${creatorId}`;
  const code = link?.code ?? "";
  await changePrice(developer, { id, payoutPerClick: 60n });
  await withdrawPrice(developer, id);
  const key = { campaignId: id, creatorId };
  for (const disabled of [true, true, false])
    await setLinkDisabled(developer, { ...key, disabled });
  await disableLink(operator, { ...act, dryRun: true, code });
  await disableLink(operator, { ...act, code });
  await expect(disableLink(operator, { ...act, code })).rejects.toThrow("disabled already");
  await enableLink(operator, { ...act, code });
  await pauseCampaign(operator, { ...act, id });
  await resumeCampaign(operator, { ...act, id });
  await disableCampaign(operator, { ...act, id });
  await restoreCampaign(operator, { ...act, id });
  await endCampaign(developer, id);
  await releaseEscrows(systemCtx(db), { watermark: hours(1) });
  expect(await listKinds(developerId)).toEqual([
    "campaign.joined joined",
    "campaign.decided paused",
    "campaign.decided resumed",
    "campaign.decided disabled",
    "campaign.decided resumed",
    "campaign.ended",
  ]);
  expect(await listKinds(creatorId)).toEqual([
    "campaign.changed price",
    "campaign.changed price_withdrawn",
    "link.changed stopped",
    "link.changed enabled",
    "link.changed stopped",
    "link.changed enabled",
    "campaign.changed unpaid",
    "campaign.changed paid_again",
    "campaign.ended",
  ]);
});

describe("clicks that are not paid", () => {
  const site = { appUrl: "https://app.test", trackingUrl: "https://t.test", trustedHosts: [] };
  const edit = (ctx: Ctx, id: CampaignId, change: Parameters<typeof editCampaign>[1]["edit"]) =>
    editCampaign(ctx, { id, edit: change }, site);
  const unpaid = async (user: UserId) => {
    const notices = await listNotices(db.sql, { userId: user, before: null, limit: 20 });
    // The first paid click is told too.
    const changes = notices.filter(({ kind }) => kind !== "creator.started");
    return changes.toReversed().map(({ data }) => {
      const { change, because } = data as { change: string; because?: string };
      return because ?? change;
    });
  };

  it("are told to creators at once: pause, limits, and what is paid again", async () => {
    const { id, creatorId, creator, developer } = await addMarket();
    await joinCampaign(creator, id);
    await edit(developer, id, { isActive: false });
    await edit(developer, id, { isActive: false });
    await edit(developer, id, { isActive: true });
    await edit(developer, id, { limits: { dailyCap: 100n } });
    await edit(developer, id, { limits: { dailyCap: 100n } });
    expect(await unpaid(creatorId)).toEqual(["paused", "paid_again", "limits"]);
  });

  it("are told once when a limit is reached, the limit per creator to that creator only", async () => {
    const { id, creatorId, creator, developer } = await addMarket();
    const other = await addUser(db);
    await joinCampaign(creator, id);
    await joinCampaign({ ...creator, actor: { kind: "user", userId: other as UserId } }, id);
    const before = { ...developer, now: () => hours(-1) };
    await edit(before, id, { limits: { dailyCap: 250n, creatorCap: 150n } });
    const visit = async (creatorOfClick: string, count: number) => {
      for (let number = 0; number < count; number += 1) {
        await addPendingClicks(db, [
          { campaignId: id, creatorId: creatorOfClick, at: new Date(start - 1_000) },
        ]);
        await settle();
      }
    };
    await visit(creatorId, 3);
    expect(await unpaid(creatorId)).toEqual(["limits", "creator_cap"]);
    expect(await unpaid(other as UserId)).toEqual(["limits"]);
    await visit(other, 3);
    expect(await unpaid(creatorId)).toEqual(["limits", "creator_cap", "daily_cap"]);
    expect(await unpaid(other as UserId)).toEqual(["limits", "daily_cap"]);
  });

  it("are told when the budget is spent", async () => {
    const { id, creatorId, creator } = await addMarket({ budgetMicros: 100n });
    await joinCampaign(creator, id);
    for (const hour of [-3, -2]) {
      await addPendingClicks(db, [{ campaignId: id, creatorId, at: hours(hour) }]);
      await settle();
    }
    expect(await unpaid(creatorId)).toEqual(["exhausted"]);
  });

  it("cannot follow a price that began less than a day ago", async () => {
    const { id, creator, developer } = await addMarket();
    await joinCampaign(creator, id);
    await changePrice(developer, { id, payoutPerClick: 200n });
    const refusal = /^Creators count on a new price for 24 hours/;
    await expect(edit(developer, id, { isActive: false })).rejects.toThrow(refusal);
    await expect(edit(developer, id, { limits: { creatorCap: 300n } })).rejects.toThrow(refusal);
    const dayLater = { ...developer, now: () => hours(25) };
    await edit(dayLater, id, { limits: { creatorCap: 300n } });
    await edit(dayLater, id, { isActive: false });
  });
});

it("tells creators once per link and hour about held clicks, and what became of them", async () => {
  const { id, developerId, creatorId } = await addMarket();
  const signals = [{ signal: "vpn" as const, evidence: {} }];
  for (const hour of [-5, -4, -3]) {
    await addPendingClicks(db, [{ campaignId: id, creatorId, at: hours(hour), signals }]);
    await Promise.all([settle(), settle()]);
  }
  const held = (await listKinds(creatorId)).filter((kind) => kind === "clicks.held");
  expect(held.length).toBeLessThanOrEqual(2);
  expect(held.length).toBeGreaterThan(0);
  const clicks = { group: { campaignId: id } };
  await decideClicks(operator, { ...act, clicks, action: "approve" });
  await decideClicks(operator, { ...act, clicks, action: "reverse", category: "mistake" });
  await decideClicks(operator, { ...act, clicks, action: "reverse", category: "mistake" });
  expect((await listKinds(creatorId)).slice(held.length)).toEqual([
    "clicks.decided",
    "clicks.reversed",
  ]);
  expect(await listKinds(developerId)).toEqual(["clicks.returned"]);
});

it("tells a developer once that a budget is low, and once that it is spent", async () => {
  const { id, developerId, creatorId } = await addMarket({ budgetMicros: 1_000n });
  const visit = async (hour: number) => {
    await addPendingClicks(db, [{ campaignId: id, creatorId, at: hours(hour) }]);
    await settle();
  };
  for (let click = 0; click < 8; click += 1) await visit(-100 + click);
  expect(await listKinds(developerId)).toEqual([]);
  await visit(-90);
  expect(await listKinds(developerId)).toEqual(["campaign.budget_low some"]);
  await visit(-89);
  await visit(-88);
  expect(await listKinds(developerId)).toEqual([
    "campaign.budget_low some",
    "campaign.budget_low nothing",
  ]);
});
