import { packClicks } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { readConfig } from "@fairclick/services/config";
import { sendAlertsAfterRestart } from "@fairclick/services/operations/alerts";
import { listTodo } from "@fairclick/services/operations/todo";
import { readVitals } from "@fairclick/services/operations/vitals";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { followNoIpData } from "@fairclick/services/testing/no-ip-data";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { recordHeartbeat, recordWorkerStop } from "@fairclick/sql/operations/status";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { recordClicksJob, settleClicksJob, verifyBooksJob } from "./jobs";
import { createWorkerMetrics } from "./metrics";

const { db, owner, url } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const log = pino({ level: "silent" });
const queue = openQueue({ databaseUrl: url, redisUrl: null }, { log, runsJobs: true });
let texts: string[] = [];
const chat = Bun.serve({
  ...{ hostname: "127.0.0.1", port: 0 },
  fetch: async (request) => {
    texts.push(JSON.parse(await request.text()).text);
    return new Response("ok");
  },
});
afterAll(async () => {
  await chat.stop(true);
  await queue.close();
});

const DAY_MS = 86_400_000;
let clock = new Date();
const config = readConfig({ DATABASE_URL: url, ALERT_WEBHOOK_URL: chat.url.href });
const deps: WorkerDeps = {
  ...{ config, db, log, queue, metrics: createWorkerMetrics(), ipData: followNoIpData },
  ...{ now: () => clock, stripe: null, mailer: null },
};
const workerId = crypto.randomUUID();

/** What `fairclick todo` shows above its items. */
async function listProblems() {
  const { problems } = await listTodo(operator, {
    ...{ config, listQueues: queue.listFigures },
    readVitals: () => readVitals({ db, queue }),
  });
  return problems.map(({ check, detail }) => `${check}: ${detail}`);
}

/** Sends the alerts, and returns the lines of the message. */
async function sendAlerts() {
  texts = [];
  await sendAlertsAfterRestart({
    ...{ config, db, log, now: () => clock, listQueues: queue.listFigures },
    ...{ webhookUrl: config.alertWebhookUrl, appUrl: config.appUrl },
    readVitals: () => readVitals({ db, queue }),
  });
  expect(texts.length).toBeLessThanOrEqual(1);
  return texts[0]?.split("\n") ?? [];
}

/** Both lists name the problem, and the chat gets it once a day. */
async function expectAlert(start: string) {
  const line = expect.stringContaining(start);
  expect(await listProblems()).toContainEqual(line);
  expect(await sendAlerts()).toContainEqual(line);
  clock = new Date(clock.getTime() + DAY_MS - 3_600_000);
  expect(await sendAlerts()).not.toContainEqual(line);
  clock = new Date(clock.getTime() + 7_200_000);
  expect(await sendAlerts()).toContainEqual(line);
}

beforeEach(async () => {
  clock = new Date();
  await owner`truncate operator_alerts`;
  await recordHeartbeat(db.sql, { workerId, host: "here", sinceLastJobMs: 0 });
});

it("says nothing of what is right, and names missing address lists", async () => {
  await verifyBooksJob.run(deps, {});
  expect(await listProblems()).toEqual([expect.stringMatching(/^ip data: There is no address/)]);
  await expectAlert("ip data: There is no address data");
});

it("names books that differ, with what to do", async () => {
  const campaign = await addCampaign(db);
  const click = { campaignId: campaign.id, creatorId: await addUser(db) };
  await addPendingClicks(db, [{ ...click, at: new Date(Date.now() - 600_000) }]);
  await settleClicksJob.run(deps, {});
  await owner`update link_outcomes set valid = valid + 1`;
  await verifyBooksJob.run(deps, {});
  await expectAlert("books: differ: link_totals_equal_clicks 1");
  expect(texts[0]).toContain("Run `fairclick ledger verify` and act on it first.");
  await owner`update link_outcomes set valid = valid - 1`;
  await verifyBooksJob.run(deps, {});
  expect((await listProblems()).join()).not.toContain("books");
});

it("names a worker that has stopped, but not while it restarts", async () => {
  await recordWorkerStop(db.sql, workerId);
  expect(await sendAlerts()).toEqual([]);
  await owner`update worker_heartbeats set seen_at = seen_at - interval '6 minutes'`;
  await expectAlert("workers: none is alive, since ");
});

it("names clicks that could not be recorded", async () => {
  const click = newClick({ creatorId: await addUser(db), userAgent: "null \u0000 byte" });
  await recordClicksJob.run(deps, packClicks([click]));
  await expectAlert("clicks: 1 could not be recorded");
});

it("names settlement that an unrecorded click holds back", async () => {
  const campaign = await addCampaign(db);
  const at = Date.now() - 20 * 60_000;
  await queue.sendClicks([newClick({ campaignId: campaign.id, creatorId: await addUser(db), at })]);
  await owner`delete from judged_shards`;
  await settleClicksJob.run(deps, {});
  await expectAlert("settlement: clicks are judged up to ");
});
