import { booksResponseSchema } from "@fairclick/core/money/ledger-schema";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { insertImpressions } from "@fairclick/sql/clicks/impressions";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, db, addOperator } = app;
const { token } = await addOperator("Ann", ["stats:read"]);
const { token: other } = await addOperator("Bob", ["ledger:read"]);

const verify = () => call("GET", "/api/admin/stats/verify", { token });

it("verifies the statistics, and shows the wrong rows", async () => {
  expect(booksResponseSchema.parse((await verify()).json).data.clean).toBe(true);
  const [campaign, creatorId] = [await addCampaign(db), await addUser(db)];
  await owner`
    insert into link_outcomes (campaign_id, creator_id, outcomes, valid) values (${campaign.id}, ${creatorId}, '', 3)`;
  const { json } = await verify();
  expect(json.data.clean).toBe(false);
  const [totals] = json.data.checks;
  expect(totals.differences).toEqual([
    expect.objectContaining({ campaign: campaign.id, countedValid: "3", valid: "0" }),
  ]);
});

it("shows any campaign as its developer sees it, without the keys", async () => {
  const { developer, id } = await launch(app);
  const creator = await register(app, "ann");
  await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  await call("POST", `/api/campaigns/${id}/keys`, {
    token: developer.token,
    json: { name: "Server" },
  });
  const link = { campaignId: id, creatorId: creator.id };
  await insertImpressions(db.sql, [
    { ...link, startsAt: new Date("2026-03-01T10:00:00Z"), impressions: 9 },
  ]);
  const { json: own } = await call("GET", `/api/campaigns/${id}/conversions`, {
    token: developer.token,
  });
  const { keys, latest: _latest, ...figures } = own.data;
  expect(keys).toHaveLength(1);
  const { json } = await call("GET", `/api/admin/stats/campaigns/${id}`, { token });
  expect(json.data).toMatchObject({ ...figures, campaignId: id, impressions: 9, ctr: 0 });
  expect(json.data).not.toHaveProperty("keys");

  const day = "from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&step=day";
  const get = (path: string) => call("GET", `/api/admin/stats/campaigns/${id}/${path}`, { token });
  for (const of of ["", `&creator=${creator.username}`]) {
    const series = await get(`series?${day}${of}`);
    expect(series.json.data.points).toMatchObject([{ impressions: 9, valid: 0 }]);
    const countries = await get(`breakdown?${day}&dimension=country${of}`);
    expect(countries.json.data).toMatchObject({ dimension: "country", items: [] });
  }
  const stranger = await get(`series?${day}&creator=${developer.id}`);
  expect([stranger.status, stranger.json.message]).toEqual([
    404,
    `${developer.id} has no link for this campaign.`,
  ]);
  expect((await get("series?step=day")).status).toBe(422);
});

it.each([
  "verify",
  `campaigns/${crypto.randomUUID()}`,
  `campaigns/${crypto.randomUUID()}/series`,
  `campaigns/${crypto.randomUUID()}/breakdown`,
])("takes the scope for %s", async (path) => {
  expect((await call("GET", `/api/admin/stats/${path}`, { token: other })).status).toBe(403);
  expect((await call("GET", `/api/admin/stats/${path}`)).status).toBe(401);
});
