import { randomUUID } from "node:crypto";
import { type Click, unpackClicks } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { connect } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import { addCampaign, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { recordOrPark } from "./record-clicks";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
let ids: { campaignId: string; creatorId: string };

beforeEach(async () => {
  ids = { campaignId: (await addCampaign(db)).id, creatorId: await addUser(db) };
});

const visit = (change: Partial<Click> = {}) => newClick({ ...ids, ...change });

const parked = ({ at, id }: Click) => owner`
  select payload, clicks, state, problem, sent_at as "sentAt" from parked_jobs
  where queue = 'record-clicks' and job_id = ${`${at}-${id}`}`;

async function countRecorded(): Promise<number> {
  const [row] = await owner<{ rows: bigint }[]>`
    select count(*) as rows from pending_clicks where campaign_id = ${ids.campaignId}`;
  return Number(row?.rows);
}

describe("recordOrPark", () => {
  it("records the others when Postgres refuses one, and keeps that one for a person", async () => {
    const poisoned = visit({ userAgent: "null \u0000 byte" });
    const clicks = [...Array.from({ length: 40 }, () => visit()), poisoned, visit(), visit()];
    expect(await recordOrPark(ctx, clicks)).toEqual({ recorded: 42, parked: 1 });
    expect(await countRecorded()).toBe(42);
    const [row] = await parked(poisoned);
    expect(unpackClicks(JSON.parse(row?.payload))).toEqual([poisoned]);
    expect(row).toMatchObject({ clicks: 1, state: "parked", sentAt: new Date(poisoned.at) });
    expect(row?.problem).toContain("0x00");
  });

  it("parks an entry that is not a click", async () => {
    const strange = [{ id: "not-a-uuid", at: -1 }, null, "text", { ...visit(), ip: "999.1.1.1" }];
    expect(await recordOrPark(ctx, [visit(), ...strange])).toEqual({ recorded: 1, parked: 4 });
  });

  it("parks a click with a malformed device name, which settlement could not read", async () => {
    const device = `${randomUUID()}.${"-".repeat(36)}`;
    const clicks = [visit({ device }), visit({ device: `${randomUUID()}.${randomUUID()}` })];
    expect(await recordOrPark(ctx, clicks)).toEqual({ recorded: 1, parked: 1 });
  });

  it("parks each click once", async () => {
    const poisoned = visit({ referrer: "\u0000" });
    await recordOrPark(ctx, [poisoned]);
    await recordOrPark(ctx, [poisoned, visit()]);
    expect(await parked(poisoned)).toHaveLength(1);
    expect(await countRecorded()).toBe(1);
  });

  it("parks nothing while Postgres is unreachable", async () => {
    const away = connect("postgres://nobody@127.0.0.1:1/nothing");
    const click = visit();
    await expect(recordOrPark(systemCtx(away), [click])).rejects.toThrow();
    await away.end();
    expect(await parked(click)).toHaveLength(0);
  });
});
