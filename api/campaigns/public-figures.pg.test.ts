import { createPublicFiguresReader } from "@fairclick/services/campaigns/public-figures";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { expect, it, vi } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, db, clock } = app;

const figures = async () => (await call("GET", "/api/marketplace")).json.data;

/** 410 clicks for $1.40, of which 300 count. */
const count = (campaignId: string, creatorId: string) => {
  const click = { campaignId, creatorId, at: clock.at };
  return addCountedClicks(db, [
    { ...click, times: 200, priceMicros: 4_000n },
    { ...click, times: 100, priceMicros: 6_000n },
    { ...click, verdict: "invalid", times: 100 },
    { ...click, verdict: "unpaid", times: 10 },
  ]);
};

it("says nothing about clicks and money before there are enough people", async () => {
  expect(await figures()).toEqual({
    ...{ openCampaigns: 0, budgetLeft: 0, payoutPerThousand: null, clicks: null, paid: null },
    measuredAt: clock.at.toISOString(),
  });
});

it("counts open campaigns only, and sums what creators were paid once there are five", async () => {
  const { id } = await launch(app, { name: "One", payoutPerClick: 0.001, budget: 40.5 });
  await launch(app, { name: "Two", payoutPerClick: 0.0015, budget: 30 });
  await launch(app, { name: "Three", payoutPerClick: 0.004, budget: 60 });
  const paused = await launch(app, { name: "Paused", payoutPerClick: 0.5, budget: 500 });
  await owner`update campaigns set paused_at = now() where id = ${paused.id}`;
  const creators = await Promise.all(Array.from({ length: 5 }, () => register(app)));
  for (const creator of creators.slice(0, 4)) await count(id, creator.id);
  expect(await figures()).toMatchObject({
    openCampaigns: 3,
    budgetLeft: 130,
    payoutPerThousand: { lowest: 1, median: 1.5, highest: 4 },
    clicks: null,
    paid: null,
  });
  for (const creator of creators.slice(4)) await count(id, creator.id);
  expect(await figures()).toMatchObject({ clicks: { judged: 2_050, valid: 1_500 }, paid: 7 });
});

it("shares one reading for five minutes, and keeps no failed one", async () => {
  const now = vi.fn(() => clock.at);
  const read = createPublicFiguresReader({ db, now });
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toBe(first);
  expect(now).toHaveBeenCalledTimes(1);
  await owner`alter table link_outcomes rename to elsewhere`;
  const failing = createPublicFiguresReader({ db, now });
  await expect(failing()).rejects.toThrow();
  await owner`alter table elsewhere rename to link_outcomes`;
  await expect(failing()).resolves.toEqual(first);
});

it("lists the pages of open campaigns in the sitemap, and of no others", async () => {
  const open = await launch(app, { name: "In the sitemap" });
  const stopped = await launch(app, { name: "Stopped" });
  await owner`update campaigns set disabled_at = now() where id = ${stopped.id}`;
  const { text } = await call("GET", "/sitemap.xml");
  expect(text).toContain(`<loc>http://localhost:3000/campaigns/${open.id}</loc>`);
  expect(text).not.toContain(stopped.id);
});
