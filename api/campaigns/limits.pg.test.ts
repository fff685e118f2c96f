import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { campaignInput, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;
const HOUR_MS = 3_600_000;
const none = { dailyCap: null, creatorCap: null };

const edit = (id: string, token: string, json: unknown) =>
  call("PATCH", `/api/campaigns/${id}`, { token, json });

const limitsAt = async (id: string) =>
  db.sql`
    select daily_cap_micros as daily, creator_cap_micros as creator
    from campaign_limits where campaign_id = ${id} order by from_at`;

describe("a campaign's limits", () => {
  it("are optional, and creators see them before they join", async () => {
    const { id } = await launch(app, {});
    const { json } = await call("GET", `/api/campaigns/${id}`);
    expect(json.data.limits).toEqual(none);
    expect(await limitsAt(id)).toEqual([]);
    const limits = { dailyCap: 5, creatorCap: 2.5 };
    const limited = await launch(app, { limits });
    const creator = await register(app, "creator");
    const list = await call("GET", "/api/campaigns", { token: creator.token });
    const shown = list.json.data.find(({ _id }: { _id: string }) => _id === limited.id);
    expect(shown.limits).toEqual(limits);
  });

  it("change while the campaign is live, each on its own, with a row in the audit log", async () => {
    const { developer, id } = await launch(app, { limits: { dailyCap: 5 } });
    const capped = await edit(id, developer.token, { limits: { creatorCap: 1 } });
    expect(capped.json.data.limits).toEqual({ ...none, dailyCap: 5, creatorCap: 1 });
    const freed = await edit(id, developer.token, { limits: { dailyCap: null } });
    expect(freed.json.data.limits).toEqual({ ...none, creatorCap: 1 });
    await edit(id, developer.token, { limits: { creatorCap: 1 } });
    expect(await limitsAt(id)).toHaveLength(3);
    const [audit] = await db.sql`
      select after ->> 'creatorCapMicros' as cap from audit_log
      where subject = ${`campaign:${id}`} and action = 'campaign.edit' order by id limit 1`;
    expect(audit?.cap).toBe("1000000");
  });

  it("pay for at least one click, and belong to the campaign's developer", async () => {
    const { developer, id } = await launch(app, {});
    const price = campaignInput(app).payoutPerClick;
    const small = await edit(id, developer.token, { limits: { dailyCap: price / 2 } });
    expect([small.status, small.json.message]).toEqual([
      422,
      "A limit must pay for at least one click",
    ]);
    for (const dailyCap of [0, -1, "all", 1e9, {}]) {
      expect((await edit(id, developer.token, { limits: { dailyCap } })).status).toBe(422);
    }
    const input = campaignInput(app, { limits: { creatorCap: price / 2 } });
    expect(
      (await call("POST", "/api/campaigns", { token: developer.token, json: input })).status,
    ).toBe(422);
    const other = await register(app, "other");
    expect((await edit(id, other.token, { limits: { dailyCap: 1 } })).status).toBe(403);
    expect(await limitsAt(id)).toEqual([]);
  });

  it("show on the creator's card as soon as one leaves the next click unpaid", async () => {
    const price = campaignInput(app).payoutPerClick;
    const limits = { dailyCap: 3 * price, creatorCap: 2 * price };
    const { id } = await launch(app, { limits });
    const [creator, other] = [await register(app, "creator"), await register(app, "creator")];
    const join = async ({ token }: typeof creator) =>
      (await call("POST", `/api/campaigns/join/${id}`, { token })).json.data.reachedLimit;
    const read = async ({ token }: typeof creator) =>
      (await call("GET", "/api/campaigns/joined", { token })).json.data[0].reachedLimit;
    expect([await join(creator), await read(creator)]).toEqual([null, null]);
    const click = { campaignId: id, at: clock.at };
    await addCountedClicks(db, [{ ...click, creatorId: creator.id, times: 2 }]);
    expect(await read(creator)).toBe("creator_cap");
    expect(await join(other)).toBeNull();
    await addCountedClicks(db, [{ ...click, creatorId: other.id }]);
    expect(await read(other)).toBe("daily_cap");
    const tomorrow = clock.at;
    clock.at = new Date(tomorrow.getTime() + 24 * HOUR_MS);
    expect([await read(other), await read(creator)]).toEqual([null, "creator_cap"]);
    clock.at = tomorrow;
  });

  it("are those of the time of the click: a lowered cap does not take back earlier clicks", async () => {
    const { developer, id } = await launch(app, {});
    const creator = await register(app, "creator");
    const price = campaignInput(app).payoutPerClick;
    clock.at = new Date(clock.at.getTime() + HOUR_MS);
    const click = async (clicks: number) => {
      const at = new Date(clock.at.getTime() - 1_000);
      const one = { at, campaignId: id, creatorId: creator.id };
      return addPendingClicks(
        db,
        Array.from({ length: clicks }, () => one),
      );
    };
    const early = await click(5);
    await edit(id, developer.token, { limits: { dailyCap: 3 * price } });
    clock.at = new Date(clock.at.getTime() + 2_000);
    const late = await click(2);
    await settleClicks(systemCtx(db), {
      watermark: clock.at,
      windowSeconds: 60,
      shard: 0,
      shards: 1,
      batchSize: 100,
    });
    const reasons = async (ids: string[]) =>
      (
        await db.sql`select coalesce(reason, verdict) as why from clicks where id = any (${ids}::uuid[])`
      ).map(({ why }) => why);
    expect(await reasons(early)).toEqual(Array(5).fill("valid"));
    expect(await reasons(late)).toEqual(["daily_cap", "daily_cap"]);
    const own = await call("GET", `/api/campaigns/${id}/my-link/clicks`, { token: creator.token });
    expect(own.json).toBeDefined();
  });
});
