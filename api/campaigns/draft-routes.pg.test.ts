import { MAX_DRAFTS } from "@fairclick/core/campaigns/draft-schema";
import { expect, it } from "vitest";
import { campaignInput, deposit, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const newId = () => crypto.randomUUID();
const content = (changes: Record<string, unknown> = {}) => ({
  step: 2,
  fields: { gameTitle: "Secret Game", tags: ["Obby"], payoutRate: "1." },
  ...changes,
});
const save = ({ token }: Person, id: string, json: unknown = content()) =>
  call("PUT", `/api/campaigns/drafts/${id}`, { token, json });
const read = ({ token }: Person, id: string) =>
  call("GET", `/api/campaigns/drafts/${id}`, { token });
const remove = ({ token }: Person, id: string) =>
  call("DELETE", `/api/campaigns/drafts/${id}`, { token });
const list = async ({ token }: Person) =>
  (await call("GET", "/api/campaigns/drafts", { token })).json.data;

it("saves a draft as typed, changes it, lists it and deletes it", async () => {
  const developer = await register(app);
  const [older, id] = [newId(), newId()];
  await save(developer, older, content({ fields: {}, step: 1 }));
  clock.at = new Date(clock.at.getTime() + 1_000);
  expect((await save(developer, id)).status).toBe(200);
  const typed = { gameTitle: "Better\nGame", description: "a\n\tb", hashtags: [] };
  const changed = await save(developer, id, { step: 3, fields: typed });
  const summary = { _id: id, title: "Better\nGame", step: 3, updatedAt: clock.at.toISOString() };
  expect(changed.json).toEqual({ status: "success", message: "Draft saved", data: summary });
  expect((await read(developer, id)).json.data).toEqual({ ...summary, fields: typed });
  expect(await list(developer)).toEqual([
    summary,
    { _id: older, title: "", step: 1, updatedAt: expect.any(String) },
  ]);
  expect((await remove(developer, id)).status).toBe(200);
  expect((await remove(developer, id)).status).toBe(404);
  expect((await list(developer)).map((draft: { _id: string }) => draft._id)).toEqual([older]);
});

it("never shows, changes or deletes a draft for another account", async () => {
  const [developer, other] = [await register(app), await register(app)];
  const id = newId();
  await save(developer, id);
  expect(await list(other)).toEqual([]);
  for (const answer of [
    await read(other, id),
    await save(other, id, content({ fields: { gameTitle: "Mine" } })),
    await remove(other, id),
    await read(developer, "unknown"),
  ]) {
    expect([answer.status, answer.json.message]).toEqual([404, "Draft not found"]);
  }
  const launched = await call("POST", "/api/campaigns", {
    token: other.token,
    json: campaignInput(app, { draftId: id }),
  });
  expect(launched.status).toBe(201);
  expect((await read(developer, id)).json.data.title).toBe("Secret Game");
  expect((await call("GET", "/api/campaigns/drafts")).status).toBe(401);
});

it("becomes a campaign and is gone, unless the launch is refused", async () => {
  const developer = await register(app);
  await deposit(app, developer, 15);
  const id = newId();
  await save(developer, id);
  const launch = (changes: Record<string, unknown>) =>
    call("POST", "/api/campaigns", {
      token: developer.token,
      json: campaignInput(app, { draftId: id, ...changes }),
    });
  expect((await launch({ endDate: "2020-01-01" })).status).toBe(422);
  expect((await launch({ draftId: "x" })).status).toBe(422);
  expect(await list(developer)).toHaveLength(1);
  expect((await launch({})).status).toBe(201);
  expect(await list(developer)).toEqual([]);
});

it("bounds the number of drafts, also for requests at the same time", async () => {
  const developer = await register(app);
  const ids = Array.from({ length: MAX_DRAFTS + 4 }, newId);
  const answers = await Promise.all(ids.map((id) => save(developer, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_DRAFTS);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.json.message]).toEqual([
    409,
    "You have 20 drafts, the maximum. Launch or delete one of them first.",
  ]);
  const [draft] = await list(developer);
  expect((await save(developer, draft._id)).status).toBe(200);
});

it("refuses a draft that is too large or malformed", async () => {
  const developer = await register(app);
  const letters = "abcdefgh".split("");
  const names = letters.flatMap((one) => letters.map((other) => one + other));
  for (const changes of [
    { step: 4 },
    { fields: "x" },
    { fields: { gameTitle: "a\u0000b" } },
    { fields: { gameTitle: "\u202Eetirw" } },
    { fields: { gameTitle: "x".repeat(20_001) } },
    { fields: { gameTitle: { nested: "x" } } },
    { fields: { "game title": "x" } },
    { fields: { tags: Array.from({ length: 301 }, () => "x") } },
    { fields: Object.fromEntries(names.map((name) => [name, ""])) },
    { fields: { a: "ä".repeat(12_000), b: "ä".repeat(12_000) } },
  ]) {
    const { status } = await save(developer, newId(), content(changes));
    expect([status, JSON.stringify(changes).slice(0, 80)]).toEqual([422, expect.anything()]);
  }
  expect(await list(developer)).toEqual([]);
});

it("repairs half a character, and goes with its account", async () => {
  const developer = await register(app);
  const id = newId();
  const fields = { gameTitle: "a\ud800b" };
  expect((await save(developer, id, content({ fields }))).json.data.title).toBe("a\ufffdb");
  const deleted = await call("POST", "/api/users/profile/delete", {
    token: developer.token,
    json: { giveUpWalletCents: 0, giveUpEarnings: false },
  });
  expect(deleted.status).toBe(200);
  expect(await db.sql`select from campaign_drafts where id = ${id}`).toEqual([]);
});
