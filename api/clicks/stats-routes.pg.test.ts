import { booksResponseSchema } from "@fairclick/core/money/ledger";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
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
    insert into link_outcomes (campaign_id, creator_id, valid) values (${campaign.id}, ${creatorId}, 3)`;
  const { json } = await verify();
  expect(json.data.clean).toBe(false);
  const [totals] = json.data.checks;
  expect(totals.differences).toEqual([
    expect.objectContaining({ campaign: campaign.id, countedValid: "3", valid: "0" }),
  ]);
});

it("takes the scope", async () => {
  expect((await call("GET", "/api/admin/stats/verify", { token: other })).status).toBe(403);
  expect((await call("GET", "/api/admin/stats/verify")).status).toBe(401);
});
