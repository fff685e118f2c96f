import { operatorScopes } from "@fairclick/core/operations/operators";
import { todoKinds, todoSchema } from "@fairclick/core/operations/work";
import { pickJson } from "@fairclick/core/schemas";
import { addCountedClicks, addFinding } from "@fairclick/services/testing/counted-clicks";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { owner, addOperator } = app;
const makeToken = async (name: string, scopes: string[]) => (await addOperator(name, scopes)).token;
const everything = await makeToken("Ann", Object.keys(operatorScopes));
const money = await makeToken("Bob", ["withdrawals:read", "refunds:read"]);

const read = async (token: string) => {
  const { json, status } = await app.call("GET", "/api/admin/todo", { token });
  expect(status).toBe(200);
  return pickJson(todoSchema, json.data);
};
const hoursAgo = (hours: number) => new Date(app.clock.at.getTime() - hours * 3_600_000);

const review = { subject: "campaign", gameUrl: "https://game.example/", reasons: ["new_host"] };

/** Inserts one of each kind; the appeal has waited longest, the withdrawal holds the most money. */
async function addOneOfEach() {
  const { id: campaignId } = await addCampaign(app.db);
  const creatorId = await addUser(app.db);
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = hoursAgo(5);
  await owner`
    insert into cases (id, kind, campaign_id, user_id, text, micros, about, opened_at)
    values
      (${id}, 'appeals', ${campaignId}, ${creatorId}, ${"why ".repeat(200)}, 1500, '{}', ${hoursAgo(90)}),
      (gen_random_uuid(), 'objections', ${campaignId}, ${creatorId}, 'no', 3000, '{}', ${at}),
      (gen_random_uuid(), 'reviews', ${campaignId}, ${creatorId}, '', null, ${owner.json(review)}, ${at})`;
  await addFinding(app.db, { ...{ id, campaignId, creatorId, fromAt: at, at } });
  await addCountedClicks(app.db, [
    { campaignId, creatorId, at, verdict: "held" },
    { id: other, campaignId, creatorId, at },
  ]);
  await owner`
    insert into reported_addresses (id, address, address_hash, host, opened_at)
    values (${id}, 'https://game.example/', 'h', 'game.example', ${at})`;
  await owner`
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason)
    values (${id}, ${creatorId}, 99000000, 'acct_1', ${at}, 'the first')`;
  await owner`
    insert into parked_jobs (queue, job_id, payload, problem, state, sent_at, parked_at)
    values ('record-clicks', '7', '{}', 'unreadable', 'parked', ${at}, ${at}),
      ('record-clicks', '8', '{}', 'gone', 'discarded', ${at}, ${at})`;
  await owner`
    insert into stripe_events (id, type, created_at, payload, parked_at, attempts, error)
    values ('evt_1', 'payout.paid', ${at}, '{}', ${at}, 8, 'broken')`;
  return { id, campaignId, creatorId };
}

it("lists nothing where nothing waits, and answers 401 to users", async () => {
  expect(await read(everything)).toMatchObject({ sums: [], items: [], hidden: [] });
  const { token } = await register(app);
  expect((await app.call("GET", "/api/admin/todo", { token })).status).toBe(401);
});

it("lists what waits of every kind, oldest first, and hides what the token may not see", async () => {
  const { id, campaignId, creatorId } = await addOneOfEach();
  const todo = await read(everything);
  const kinds = new Set(todo.items.map(({ kind }) => kind));
  const stored = todoKinds.filter((kind) => kind !== "refunds" && kind !== "failed_jobs");
  expect(kinds).toEqual(new Set(stored));
  expect(todo.sums.map(({ kind, count }) => [kind, count])).toEqual(
    stored.map((kind) => [kind, 1]),
  );
  expect(todo.items[0]).toMatchObject({
    ...{ kind: "appeals", id, who: creatorId, campaign: "Obby", micros: "1500" },
    waitsSince: hoursAgo(90).toISOString(),
    about: "why ".repeat(50),
  });
  const find = (kind: string) => todo.items.find((item) => item.kind === kind);
  expect(find("held_clicks")).toMatchObject({
    ...{ id: `${campaignId}:${creatorId}`, micros: "1500", about: "1 held: vpn" },
  });
  expect(find("reviews")).toMatchObject({ about: "new_host: https://game.example/" });
  expect(find("withdrawals")).toMatchObject({ id, micros: "99000000", about: "the first" });
  expect(find("parked_jobs")).toMatchObject({ id: "record-clicks/7", about: "unreadable" });

  const part = await read(money);
  expect(part.items.map(({ kind }) => kind)).toEqual(["withdrawals"]);
  expect(part.hidden).toHaveLength(todoKinds.length - 2);
  expect(part.hidden).toContainEqual({ kind: "appeals", scope: "cases:read" });
});

it("returns the oldest and those with the most money of many, and counts all", async () => {
  await owner`
    insert into cases (id, kind, campaign_id, user_id, text, micros, opened_at)
    select gen_random_uuid(), 'objections', c.id, c.developer_id, 'no', 301 - n,
      ${hoursAgo(1)}::timestamptz - n * interval '1 second'
    from generate_series(1, 300) n cross join (select id, developer_id from campaigns limit 1) c`;
  const { items, sums } = await read(everything);
  const micros = items.filter(({ kind }) => kind === "objections").map((item) => item.micros);
  expect(sums.find(({ kind }) => kind === "objections")?.count).toBe(301);
  expect(micros.length).toBeGreaterThanOrEqual(50);
  expect(micros.length).toBeLessThanOrEqual(100);
  // The oldest has the least money, the youngest the most.
  expect(micros).toEqual(expect.arrayContaining(["1", "300"]));
  expect(micros).not.toContain("150");
});
