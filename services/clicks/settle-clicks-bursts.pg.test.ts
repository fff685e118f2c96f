import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addPendingClicks } from "../testing/marketplace";
import { newIpAddress, openSettlementWorld, signals } from "./testing/settlement-world";

const { db, settle, joinedCampaign, outcomes } = await openSettlementWorld();

describe("bursts", () => {
  it("takes every click of four within sixty seconds, both ends included, and no neighbour beyond", async () => {
    const campaign = await joinedCampaign();
    const ipKey = newIpAddress();
    const apart = newIpAddress();
    const ids = await addPendingClicks(db, [
      ...[100, 120, 140, 160, 160.001, 221].map((second) => campaign.click(second, { ipKey })),
      ...[100, 120, 140, 160.001].map((second) => campaign.click(second, { ipKey: apart })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual([
      ...Array<string>(5).fill("ip_burst"),
      ...Array<string>(5).fill("valid"),
    ]);
  });

  it("counts over campaigns, shards and an IPv6 network", async () => {
    const campaigns = await Promise.all(Array.from({ length: 4 }, () => joinedCampaign()));
    const ipKey = "2001:db8:aaaa:bbbb::/64";
    const clicks = campaigns.map((campaign, index) => campaign.click(200 + index, { ipKey }));
    const ids = await addPendingClicks(db, clicks);
    for (const shard of [0, 1, 2]) await settle({ shard, shards: 3 });
    expect(await outcomes(ids)).toEqual(Array(4).fill("ip_burst"));
  });

  it("does not count requests that were no visits", async () => {
    const campaign = await joinedCampaign();
    const ipKey = newIpAddress();
    const ids = await addPendingClicks(db, [
      ...(["not_get", "prefetch", "preview_bot"] as const).map((name) =>
        campaign.click(300, { ipKey, signals: signals(name) }),
      ),
      ...[300, 301, 302].map((second) => campaign.click(second, { ipKey })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual([
      "not_get",
      "prefetch",
      "preview_bot",
      ...Array<string>(3).fill("valid"),
    ]);
  });

  it("counts the visits of bots, which stay bots", async () => {
    const campaign = await joinedCampaign();
    const ipKey = newIpAddress();
    const ids = await addPendingClicks(db, [
      campaign.click(400, { ipKey, signals: signals("known_bot") }),
      ...[400, 401, 402].map((second) => campaign.click(second, { ipKey })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["known_bot", ...Array<string>(3).fill("ip_burst")]);
  });

  it("follows a device from address to address", async () => {
    const campaign = await joinedCampaign();
    const deviceKey = randomUUID();
    const seconds = [500, 510, 520, 530];
    const ids = await addPendingClicks(
      db,
      seconds.map((second) => campaign.click(second, { deviceKey })),
    );
    await settle();
    expect(await outcomes(ids)).toEqual(Array(4).fill("device_burst"));
  });

  it("judges a late click with its neighbours and does not reach back to them", async () => {
    const campaign = await joinedCampaign();
    const ipKey = newIpAddress();
    const early = await addPendingClicks(
      db,
      [600, 601, 603].map((second) => campaign.click(second, { ipKey })),
    );
    await settle();
    const late = await addPendingClicks(db, [campaign.click(602, { ipKey })]);
    await settle();
    expect(await outcomes([...early, ...late])).toEqual(["valid", "valid", "valid", "ip_burst"]);
    expect(await campaign.earned()).toBe(4_500n);
  });
});
