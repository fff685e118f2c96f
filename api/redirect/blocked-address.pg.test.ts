import { asId, type OperatorId } from "@fairclick/core/ids";
import { confirmReport, dismissReport, reportLink } from "@fairclick/services/campaigns/reports";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import type { Ctx } from "@fairclick/services/context";
import { addOperator } from "@fairclick/services/operations/operators";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { createRedirectWorld, readClickId } from "./testing/redirect-world";

const { db, owner, url } = await createTestDatabase();
const world = createRedirectWorld({ db, owner, databaseUrl: url, redisUrl: null });
afterAll(() => world.close());

const { port } = world.startApi();
world.startRecorder();
const asOwner = { sql: owner, transactions: owner, end: async () => {} };
await addOperator(
  { db: asOwner, now: () => new Date() },
  { name: "Ann", scopes: ["campaigns:write"] },
);
const [operator] = await owner<{ id: string }[]>`select id from operators`;
const ctx: Ctx = {
  ...systemCtx(db),
  actor: {
    ...{ kind: "operator", operatorId: asId<OperatorId>(operator?.id ?? ""), scopes: [] },
    ...{ name: "Ann", callId: crypto.randomUUID() },
  },
};
const terms = { trustedHosts: ["roblox.com"] };
const decision = { reason: "It steals passwords.", dryRun: false };

it("warns visitors instead of redirecting them, pays nobody, and redirects again afterwards", async () => {
  const campaign = await addCampaign(db, { gameUrl: "https://evil.example/play" });
  const [link, other] = [await world.addLink(campaign.id), await world.addLink()];
  const visit = (headers = {}) => world.visit(port, link.path, { headers });
  const status = async () => (await visit()).status;
  expect(readClickId(await visit())).not.toBe("");
  await reportLink(systemCtx(db), {
    link: { code: link.code },
    reason: "scam",
    text: "",
    ip: "192.0.2.1",
  });
  const [reported] = await owner<{ id: string }[]>`select id from reported_addresses`;
  const id = reported?.id ?? "";
  expect(await status()).toBe(302);

  await confirmReport(ctx, { ...decision, id, wholeHost: false }, terms);
  await expect.poll(status, { interval: 20 }).toBe(200);
  const warning = await visit();
  const text = await warning.text();
  expect(text).toContain("We do not open this link");
  expect(text).not.toContain("evil.example");
  expect(warning.headers.get("location")).toBeNull();
  expect((await world.visit(port, `/r/${link.code}`)).status).toBe(200);
  expect((await visit({ "sec-purpose": "prefetch" })).status).toBe(503);
  const preview = await visit({ "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0)" });
  expect(await preview.text()).toBe(text);
  expect((await world.visit(port, other.path)).status).toBe(302);

  const recorded = async () => (await world.rowsOf(link)).length;
  await expect.poll(recorded).toBeGreaterThan(5);
  await settleClicks(systemCtx(db), {
    ...{ watermark: new Date(Date.now() + 60_000), windowSeconds: 60 },
    ...{ shard: 0, shards: 1, batchSize: 100 },
  });
  const judged = await owner<{ verdict: string; reason: string | null; paid: bigint }[]>`
    select k.verdict, k.reason, k.paid_micros as paid
    from clicks k join campaigns c on c.id = k.campaign_id
    where c.id = ${campaign.id} and k.clicked_at >= c.paused_at`;
  expect(judged.map(({ paid }) => paid).every((paid) => paid === 0n)).toBe(true);
  expect(judged).toContainEqual({ verdict: "unpaid", reason: "paused", paid: 0n });
  const paid = await owner`
    select from clicks where campaign_id = ${campaign.id} and verdict = 'valid'`;
  expect(paid).toHaveLength(2);

  await dismissReport(ctx, { ...decision, id });
  await expect.poll(status, { interval: 20 }).toBe(302);
});
