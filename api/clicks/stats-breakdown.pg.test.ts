import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db } = app;

const { id: campaignId, developer } = await launch(app);
const creator = await register(app, "creator");
await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });

const other = await register(app, "creator");
const at = new Date("2026-03-02T12:00:00Z");
const german = { campaignId, creatorId: other.id, country: "DE", at };
const french = { campaignId, creatorId: creator.id, country: "FR", at };
await addCountedClicks(db, [
  { ...german, times: 9 },
  { ...german, verdict: "invalid" },
  { ...french, times: 4 },
  { ...french, verdict: "invalid" },
]);

const campaignPath = `/api/campaigns/${campaignId}/stats/breakdown`;
const linkPath = `/api/links/${campaignId}/stats/breakdown`;
const march = "from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z&step=day";
const france = { value: "FR", valid: 4, invalid: 1, held: 0, unpaid: 0, spend: 0.006 };
const nothing = { valid: 0, invalid: 0, held: 0, unpaid: 0, spend: 0 };

it("shows a developer the sources of all visitors, sorted by clicks, with the rest summed", async () => {
  const { token } = developer;
  const { json } = await call("GET", `${campaignPath}?${march}&dimension=country&limit=1`, {
    token,
  });
  const { value: _, ...rest } = france;
  expect(json.data).toEqual({
    dimension: "country",
    from: "2026-03-01T00:00:00.000Z",
    to: "2026-04-01T00:00:00.000Z",
    judgedUpTo: null,
    items: [{ value: "DE", valid: 9, invalid: 1, held: 0, unpaid: 0, spend: 0.0135 }],
    rest,
  });
});

it("shows a creator only their own link", async () => {
  const path = `${linkPath}?${march}&dimension=country`;
  const { json } = await call("GET", path, { token: creator.token });
  expect(json.data).toMatchObject({ items: [france], rest: nothing });
  expect((await call("GET", path, { token: developer.token })).status).toBe(404);
});

it.each([
  [`${march}&dimension=reason`, "dimension must be one of"],
  [`${march}`, "dimension must be one of"],
  [`${march}&dimension=country&limit=0`, "limit must be at least 1"],
  [`${march}&dimension=country&limit=101`, "limit must be at most 100"],
  [
    "from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z&step=day&dimension=country",
    "to must be after from",
  ],
])("refuses %s", async (query, message) => {
  const answer = await call("GET", `${campaignPath}?${query}`, { token: developer.token });
  expect(answer.status).toBe(422);
  expect(answer.json.message).toContain(message);
});

it("is hidden from other users", async () => {
  const path = `${campaignPath}?${march}&dimension=country`;
  expect((await call("GET", path)).status).toBe(401);
  expect((await call("GET", path, { token: creator.token })).status).toBe(403);
});
