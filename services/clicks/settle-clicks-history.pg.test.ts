import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addPendingClicks } from "../testing/marketplace";
import { newIpAddress, openSettlementWorld, signals } from "./testing/settlement-world";

const { db, settle, joinedCampaign, outcomes } = await openSettlementWorld();

describe("holding", () => {
  it("claims the price of a held click, so that no other click is paid from it", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 300n });
    const ids = await addPendingClicks(db, [
      campaign.click(0),
      campaign.click(1, { signals: signals("vpn") }),
      campaign.click(2),
      campaign.click(3),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid", "vpn", "valid", "exhausted"]);
    const late = await addPendingClicks(db, [campaign.click(4)]);
    await settle();
    expect(await outcomes(late)).toEqual(["exhausted"]);
    expect(await campaign.left()).toBe(100n);
    const claims = await db.sql`
      select clicks, micros from held_claims where campaign_id = ${campaign.id}`;
    expect([...claims]).toEqual([{ clicks: 1n, micros: 100n }]);
  });

  it("holds nothing that the budget does not cover", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 100n });
    const ids = await addPendingClicks(db, [
      campaign.click(0),
      campaign.click(1, { signals: signals("vpn") }),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid", "exhausted"]);
  });
});

describe("history", () => {
  const hour = 3_600;
  const lately = Date.UTC(2026, 2, 3, 6);
  const later = (seconds: number) => new Date(lately + seconds * 1_000);
  const settleAll = () => settle({ watermark: later(7 * 24 * hour) });

  it("pays a device once per campaign in a day by its cookie, in an hour by its looks", async () => {
    const campaign = await joinedCampaign();
    const other = await joinedCampaign();
    const cookie = { deviceKey: randomUUID() };
    const looks = { deviceKey: randomUUID(), deviceKnown: false };
    const clicks = [
      ...[0, 100, 24 * hour - 1, 24 * hour].map((second) => ({ second, ...cookie })),
      ...[0, hour - 1, hour].map((second) => ({ second, ...looks })),
    ].map(({ second, ...device }) => campaign.click(0, { ...device, at: later(second) }));
    const ids = await addPendingClicks(db, [
      ...clicks,
      other.click(0, { ...cookie, at: later(100) }),
    ]);
    await settleAll();
    const paidOnce = ["valid", "device_repeat", "device_repeat", "valid"];
    expect(await outcomes(ids)).toEqual([...paidOnce, "valid", "device_repeat", "valid", "valid"]);
    const [row] = await db.sql`select signals from clicks where id = ${ids[1] ?? ""}`;
    expect(row?.signals).toEqual([
      {
        signal: "device_repeat",
        evidence: { hours: 24, paidAt: expect.stringMatching(/^2026-03-03T06:00:00/) },
      },
    ]);
  });

  it("counts a device with a cookie together with the click that set the cookie", async () => {
    const campaign = await joinedCampaign();
    const other = await joinedCampaign();
    const looks = { deviceKey: `like:${randomUUID()}`, deviceKnown: false };
    const [first = ""] = await addPendingClicks(db, [
      campaign.click(0, { ...looks, at: later(0) }),
    ]);
    const cookie = { deviceKey: `cookie:${randomUUID()}.${first}` };
    const again = (second: number) => campaign.click(0, { ...cookie, at: later(second) });
    const together = await addPendingClicks(db, [again(2 * hour)]);
    await settleAll();
    const apart = await addPendingClicks(db, [
      again(24 * hour - 1),
      again(24 * hour),
      other.click(0, { ...cookie, at: later(3 * hour) }),
    ]);
    await settleAll();
    expect(await outcomes([first, ...together])).toEqual(["valid", "device_repeat"]);
    expect(await outcomes(apart)).toEqual(["device_repeat", "valid", "valid"]);
    const [row] = await db.sql`select signals from clicks where id = ${together[0] ?? ""}`;
    expect(row?.signals).toEqual([
      {
        signal: "device_repeat",
        evidence: { hours: 24, paidAt: expect.stringMatching(/^2026-03-03T06:00:00/) },
      },
    ]);
  });

  it("pays a device that was never paid before", async () => {
    const campaign = await joinedCampaign();
    const device = { deviceKey: randomUUID() };
    const ids = await addPendingClicks(db, [
      campaign.click(0, { ...device, at: later(0), signals: signals("paused") }),
      campaign.click(0, { ...device, at: later(100) }),
    ]);
    await settleAll();
    expect(await outcomes(ids)).toEqual(["paused", "valid"]);
  });

  it("holds the clicks of an address after twenty-five in a day", async () => {
    const campaign = await joinedCampaign();
    const ipKey = newIpAddress();
    const seconds = Array.from({ length: 27 }, (_, index) => index * 100);
    const ids = await addPendingClicks(
      db,
      [...seconds, 24 * hour + 300].map((second) =>
        campaign.click(0, { ipKey, at: later(second) }),
      ),
    );
    await settleAll();
    const held = ["ip_daily", "ip_daily", "valid"];
    expect(await outcomes(ids)).toEqual([...Array<string>(25).fill("valid"), ...held]);
  });
});
