import { operatorScopes } from "@fairclick/core/operations/operators";
import { addOperator } from "@fairclick/services/operations/operators";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { createRedirectWorld } from "../redirect/testing/redirect-world";

const { db, owner, url } = await createTestDatabase();
const world = createRedirectWorld({ db, owner, databaseUrl: url, redisUrl: null });
afterAll(world.close);

const { token } = await addOperator(
  { db: { sql: owner, transactions: owner, end: async () => {} }, now: () => new Date() },
  { name: "Ann", scopes: Object.keys(operatorScopes) },
);
const visited = world.startApi();
const acting = world.startApi();

/** Calls one api process while visitors use the other. */
async function act(path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${acting.port}/api/admin${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "why" }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function visit(path: string): Promise<number> {
  const url = `http://127.0.0.1:${visited.port}${path}`;
  const { status } = await fetch(url, { redirect: "manual" });
  return status;
}

/** Shorter than the minute for which a process keeps a link that nobody told it about. */
const soon = { interval: 20 };

it.each([
  ["a link", "/links/:code/disable", "/links/:code/enable"],
  ["a campaign", "/campaigns/:campaignId/disable", "/campaigns/:campaignId/restore"],
  ["a creator", "/users/:creatorId/suspend", "/users/:creatorId/restore"],
  ["a developer", "/users/:developerId/suspend", "/users/:developerId/restore"],
])("stops and restores %s at once, in every process", async (_, stop, start) => {
  const link = await world.addLink();
  const [campaign] = await owner<{ developerId: string }[]>`
    select developer_id as "developerId" from campaigns where id = ${link.campaignId}`;
  const names: Record<string, string> = { ...link, ...campaign };
  const named = (path: string) => path.replace(/:(\w+)/, (_all, name) => names[name] ?? "");
  await expect.poll(() => visit(link.path), soon).toBe(302);
  await act(named(stop));
  await expect.poll(() => visit(link.path), soon).toBe(410);
  await act(named(start));
  await expect.poll(() => visit(link.path), soon).toBe(302);
});
