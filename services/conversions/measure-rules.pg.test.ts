import type { Report } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { listMeasuredTrials } from "@fairclick/sql/conversions/trials";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, expect, it } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { payProvenClicks } from "../clicks/pay-proven-clicks";
import { forgetClicks } from "../clicks/retain";
import { settleClicks } from "../clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { countPlayers, measureRules, reportConversions } from "./conversions";

const { db, owner } = await createTestDatabase();
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const clickedAt = new Date(Date.now() - 10 * DAY);
const later = (ms: number) => new Date(clickedAt.getTime() + ms);

type Plan = {
  accepted: number;
  joined: number;
  refused?: number;
  returned?: number;
  held?: number;
};

/** A campaign: its accepted clicks became `joined` players, and some players of refused clicks returned. */
async function campaign({ accepted, joined, refused = 0, returned = 0, held = 0 }: Plan) {
  const { id } = await addCampaign(db);
  const campaignId = asId<CampaignId>(id);
  const creatorId = asId<UserId>(await addUser(db));
  const make = (count: number, more: Partial<TestClick>) =>
    Array.from({ length: count }, () => ({
      id: Bun.randomUUIDv7("hex", clickedAt),
      at: clickedAt,
      campaignId,
      creatorId,
      ...more,
    }));
  const clicks = {
    accepted: make(accepted, {}),
    refused: make(refused, { signals: [{ signal: "tor", evidence: {} }] }),
    held: make(held, { signals: [{ signal: "vpn", evidence: {} }] }),
  };
  await addPendingClicks(db, [...clicks.accepted, ...clicks.refused, ...clicks.held]);
  const settling = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 5_000 };
  await settleClicks(systemCtx(db), { watermark: new Date(), ...settling });
  const reportAt = (ms: number, reports: Report[]) =>
    reports.length === 0
      ? null
      : reportConversions(
          {
            ...systemCtx(db, () => later(ms)),
            actor: { kind: "campaign", campaignId, keyId: asId<CampaignKeyId>(id) },
          },
          reports,
        );
  const report = (event: string, list: TestClick[]): Report[] =>
    list.map(({ id: clickId = "" }) => ({ clickId, event, player: clickId }));
  const came = clicks.refused.slice(0, returned);
  await reportAt(20 * SECOND, report("joined", [...clicks.accepted.slice(0, joined), ...came]));
  await reportAt(25 * HOUR, report("returned", came));
  const ids = (list: TestClick[]) => list.map(({ id: clickId = "" }) => clickId);
  return { campaignId, refused: ids(clicks.refused), held: ids(clicks.held) };
}

let honest: Awaited<ReturnType<typeof campaign>>;
let silent: Awaited<ReturnType<typeof campaign>>;

const findTrial = async (signal: string) =>
  (await listMeasuredTrials(db.sql)).find((trial) => trial.signal === signal);
const measure = async (ms = 10 * DAY) => {
  await countPlayers(systemCtx(db, () => later(26 * HOUR)));
  await measureRules(systemCtx(db, () => later(ms)));
};

beforeAll(async () => {
  for (const joined of [40, 50, 60, 50]) await campaign({ accepted: 100, joined });
  honest = await campaign({ accepted: 120, joined: 60, refused: 110, returned: 11, held: 2 });
  silent = await campaign({ accepted: 200, joined: 1, refused: 500 });
  await campaign({ accepted: 300, joined: 0, refused: 400 });
  await measure();
});

it("counts refused clicks of games that report, and how many returned", async () => {
  expect(await findTrial("tor")).toEqual({
    ...{ signal: "tor", clicks: 110, joined: 11, returned: 11, developers: 1 },
    accepted: { clicks: 120, joined: 60, returned: 0 },
    others: { clicks: 0, returned: 0 },
    fromDay: expect.any(String),
    toDay: expect.any(String),
  });
  expect(await findTrial("vpn")).toMatchObject({ clicks: 2, joined: 0, returned: 0 });
});

it("leaves out a silent campaign, which would flatter every rule, and shows its join rate", async () => {
  expect((await findCampaign(db.sql, silent.campaignId))?.joinRate).toEqual({
    ...{ clicks: 200, joined: 1, genreRate: 0.5, isFarBelow: true },
  });
  expect((await findCampaign(db.sql, honest.campaignId))?.joinRate).toMatchObject({
    ...{ clicks: 120, joined: 60, isFarBelow: false },
  });
});

it("keeps a click under the rule that refused it once it is proven or approved", async () => {
  const before = [await findTrial("tor"), await findTrial("vpn")];
  expect(await payProvenClicks(systemCtx(db, () => later(26 * HOUR)))).toBe(11);
  const operator = await operatorCtx(db, owner, () => later(DAY));
  const clicks = { ids: honest.held };
  await decideClicks(operator, { action: "approve", clicks, reason: "people", dryRun: false });
  await measure();
  expect([await findTrial("tor"), await findTrial("vpn")]).toEqual(before);
});

it("counts a player once, for any number of clicks and runs", async () => {
  await Promise.all(Array.from({ length: 4 }, () => measure()));
  await measure();
  expect(await findTrial("tor")).toMatchObject({ clicks: 110, joined: 11, returned: 11 });
});

it("waits until players have had a whole day to come back, and forgets after 90 days", async () => {
  await measure(2 * DAY);
  expect(await findTrial("tor")).toBeUndefined();
  await measure(100 * DAY);
  expect(await findTrial("tor")).toBeUndefined();
});

it("keeps the figures when the players are forgotten with their clicks", async () => {
  await forgetClicks(systemCtx(db, () => later(91 * DAY)));
  expect(await db.sql`select from players`).toHaveLength(0);
  await measure();
  expect(await findTrial("tor")).toMatchObject({ clicks: 110, joined: 11, returned: 11 });
});
