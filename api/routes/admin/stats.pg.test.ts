import { booksResponseSchema } from "@fairclick/core/schemas/ledger";
import { addOperator } from "@fairclick/services/operators/add-operator";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { createTestApp } from "../../testing/test-app";

const app = await createTestApp();
const { call, owner, db } = app;
const asOwner = {
  db: { sql: owner, transactions: owner, end: async () => {} },
  now: () => app.clock.at,
};
const { token } = await addOperator(asOwner, { name: "Ann", scopes: ["stats:read"] });
const { token: other } = await addOperator(asOwner, { name: "Bob", scopes: ["ledger:read"] });

const verify = () => call("GET", "/api/admin/stats/verify", { token });

it("proves the statistics, and shows the rows that are no sum of clicks", async () => {
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

it("takes the scope for it", async () => {
  expect((await call("GET", "/api/admin/stats/verify", { token: other })).status).toBe(403);
  expect((await call("GET", "/api/admin/stats/verify")).status).toBe(401);
});
