import { expect, it } from "vitest";
import { campaignInput, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const end = (id: string, token?: string) =>
  call("POST", `/api/campaigns/${id}/end`, token ? { token } : {});

it("ends a campaign immediately and permanently, and says what happens to the rest", async () => {
  const { developer, id } = await launch(app);
  const { status, json } = await end(id, developer.token);
  expect([status, json.message]).toEqual([
    200,
    "Campaign ended. What is left comes back to your wallet once its last clicks have been judged.",
  ]);
  expect(json.data).toMatchObject({
    status: "ENDED",
    endDate: clock.at.toISOString(),
    budgetRemaining: 15,
  });
  const edit = { token: developer.token, json: { isActive: true } };
  expect((await call("PATCH", `/api/campaigns/${id}`, edit)).status).toBe(409);
  const creator = await register(app);
  const join = await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  expect(join.json.code).toBe("campaign_not_joinable");
  const audit = await db.sql`
    select action, actor_id, before from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.end'`;
  expect(audit).toEqual([
    { action: "campaign.end", actorId: developer.id, before: { endsAt: expect.any(String) } },
  ]);
});

it("ends it once, even if it is requested repeatedly", async () => {
  const { developer, id } = await launch(app);
  const answers = await Promise.all(Array.from({ length: 4 }, () => end(id, developer.token)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
});

it("ends a campaign that waits for funds; it cannot be funded later", async () => {
  const developer = await register(app);
  const json = campaignInput(app);
  const { json: created } = await call("POST", "/api/campaigns", { token: developer.token, json });
  const answer = await end(created.data._id, developer.token);
  expect([answer.status, answer.json.message]).toEqual([200, "Campaign ended."]);
  const path = `/api/campaigns/${created.data._id}/fund`;
  expect((await call("POST", path, { token: developer.token })).json.code).toBe("conflict");
});

it("rejects visitors, other users, and campaigns that an operator disabled", async () => {
  const { developer, id } = await launch(app);
  expect((await end(id)).status).toBe(401);
  const other = await register(app);
  expect((await end(id, other.token)).status).toBe(403);
  expect((await end("nonsense", developer.token)).status).toBe(404);
  await db.sql`
    update campaigns set paused_at = now(), forced_pause_at = now(),
      forced_pause_by = 'platform', forced_pause_reason = 'A payment is disputed.'
    where id = ${id}`;
  const paused = await end(id, developer.token);
  expect([paused.status, paused.json.message]).toEqual([
    403,
    "Fairclick paused this campaign, so it cannot be ended now. The reason: A payment is disputed.",
  ]);
  await db.sql`update campaigns set disabled_at = now() where id = ${id}`;
  const answer = await end(id, developer.token);
  expect([answer.status, answer.json.message]).toEqual([409, "This campaign has been disabled"]);
});
