import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;
const path = "/api/campaigns/my-campaigns/days";

async function addCounted(campaignId: string, at: string, valid: number) {
  const creator = await register(app, "creator");
  const click = { campaignId, creatorId: creator.id, at: new Date(at) };
  await addCountedClicks(db, [
    { ...click, times: valid },
    { ...click, verdict: "invalid", times: 5 },
  ]);
}

it("counts the valid clicks of each own campaign per day of the time zone", async () => {
  clock.at = new Date("2026-11-22T12:00:00Z");
  const { id, developer } = await launch(app);
  const other = await launch(app);
  await addCounted(id, "2026-11-19T22:45:00Z", 1);
  await addCounted(id, "2026-11-19T23:00:00Z", 2);
  await addCounted(id, "2026-11-22T11:45:00Z", 4);
  await addCounted(id, "2026-11-22T11:45:00Z", 8);
  await addCounted(other.id, "2026-11-22T10:00:00Z", 16);
  const { token } = developer;
  const { status, json } = await call("GET", `${path}?days=3&timeZone=Europe/Berlin`, { token });
  expect(status).toBe(200);
  expect(json.data).toEqual({
    days: ["2026-11-20", "2026-11-21", "2026-11-22"],
    campaigns: [{ _id: id, valid: [2, 0, 12] }],
  });
});

it("answers users without campaigns, and refuses strangers and nonsense", async () => {
  const { token } = await register(app);
  const { json } = await call("GET", `${path}?timeZone=UTC`, { token });
  expect(json.data.days).toHaveLength(14);
  expect(json.data.campaigns).toEqual([]);
  expect((await call("GET", `${path}?timeZone=UTC`)).status).toBe(401);
  for (const query of ["timeZone=Nowhere", "timeZone=UTC&days=61", "timeZone=UTC&days=x"]) {
    expect((await call("GET", `${path}?${query}`, { token })).status).toBe(422);
  }
});
