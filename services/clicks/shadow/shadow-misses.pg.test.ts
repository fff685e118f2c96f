import { asId, type CampaignId } from "@fairclick/core/ids";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { verifyBooks } from "../../money/ledger/verify-books";
import { addCampaign, addPendingClicks, addUser } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { settleClicks } from "../settle/settle-clicks";
import { MAX_MISSES } from "./miss-batch";
import { showShadow } from "./show-shadow";
import { startShadow } from "./start-shadow";

const { db, owner, url } = await createTestDatabase();
const MINUTE_MS = 60_000;
let now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS);
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const ctx = await operatorCtx(db, owner, () => now);

/** The next `left` batches that write figures of a shadow fail with a SQLSTATE; `lost` loses the connection. */
async function failNext(left: number, state: string) {
  await owner`update injected set left_over = nextval('injections') + ${left}, state = ${state}`;
}

await owner`create table injected (left_over bigint, state text)`;
await owner`insert into injected values (0, '')`;
// A sequence counts the failures: a rollback does not undo it.
await owner`create sequence injections`;
await owner`grant select on injected to fairclick_app`;
await owner`grant usage on injections to fairclick_app`;
// Of a superuser: the application may not end sessions.
const { superuserUrl } = inject("postgres");
const superuser = connectAsOwner(
  Object.assign(new URL(superuserUrl), { pathname: new URL(url).pathname }).href,
);
await superuser.sql`
  create function inject() returns trigger security definer language plpgsql as $$
  declare wanted injected;
  begin
    select * into wanted from injected;
    if nextval('injections') > wanted.left_over then return new; end if;
    if wanted.state = 'lost' then perform pg_terminate_backend(pg_backend_pid()); end if;
    raise exception 'injected' using errcode = wanted.state;
  end $$`;
await owner`
  create trigger inject before insert on policy_shadow_outcomes
  for each statement execute function inject()`;
await superuser.end();

const settle = (minutes: number) =>
  settleClicks(ctx, {
    ...{ watermark: inMinutes(minutes), windowSeconds: 60 },
    ...{ shard: 0, shards: 1, batchSize: 1_000 },
  });

let addresses = 0;

/** Three paid clicks of one address within two seconds: a burst by the shadow. */
async function settleTrio(minutes: number) {
  addresses += 1;
  const { id, payoutMicros } = await addCampaign(db);
  const campaignId = asId<CampaignId>(id);
  const link = { campaignId, creatorId: await addUser(db), ipKey: `203.0.113.${addresses}` };
  const at = (second: number) => new Date(inMinutes(minutes).getTime() + second * 1_000);
  await addPendingClicks(
    db,
    [0, 1, 2].map((second) => ({ ...link, at: at(second) })),
  );
  const settled = await settle(minutes + 0.5);
  expect(settled).toMatchObject({ clicks: 3, valid: 3, paidMicros: 3n * payoutMicros });
  const [paid] = await owner`
    select count(*)::int as payouts from ledger_transactions
    where kind = 'click_payout' and reference = ${`campaign:${campaignId}`}`;
  expect(paid).toEqual({ payouts: 1 });
}

beforeEach(async () => {
  await failNext(0, "");
  await owner`delete from policy_shadows`;
  now = inMinutes(30);
  const start = { reason: "why", dryRun: false, windowSeconds: 60, minutes: 600 };
  await startShadow(ctx, { ...start, policy: { burstClicks: 3 } });
});

describe("an error that may pass", () => {
  // `withTx` itself tries a deadlock three times.
  it.each([
    ["a lock that took too long", "55P03", 1],
    ["a deadlock", "40P01", 3],
    ["a lost connection", "lost", 1],
    ["a full disk", "53100", 1],
  ])("%s is tried again, and every click is compared once", async (_name, state, left) => {
    await failNext(left, state);
    await settleTrio(1);
    expect(await showShadow(ctx)).toMatchObject({
      ...{ state: "running", clicks: 3, changed: 3, missed: 0, remarks: [] },
    });
  });

  it.each([
    ["lost", 2],
    ["40P01", 6],
    // A statement that takes too long is not repeated.
    ["57014", 1],
  ])("%s again and again is settled without the shadow, which counts it", async (state, left) => {
    await failNext(left, state);
    await settleTrio(1);
    const missed = await showShadow(ctx);
    expect(missed).toMatchObject({ state: "running", clicks: 0, changed: 0, missed: 3 });
    expect(missed.remarks).toEqual([
      expect.stringMatching(/^3 clicks of its time were not compared.*A batch failed beside it: /),
    ]);
    await settleTrio(2);
    expect(await showShadow(ctx)).toMatchObject({
      ...{ state: "running", clicks: 3, changed: 3, missed: 3 },
    });
    expect((await verifyBooks(ctx)).clean).toBe(true);
  });

  it("ends the shadow only if it comes in many batches in a row", async () => {
    for (let batch = 1; batch <= 2 * MAX_MISSES - 2; batch += 1) {
      await failNext(batch === MAX_MISSES - 1 ? 0 : 1, "57014");
      await settleTrio(batch);
    }
    expect(await showShadow(ctx)).toMatchObject({ state: "running", clicks: 3 });
    await failNext(2, "57014");
    await settleTrio(20);
    await settleTrio(21);
    const failure = expect.stringMatching(/^It missed 5 batches in a row\. /);
    expect(await showShadow(ctx)).toMatchObject({ state: "failed", failure });
    await settleTrio(22);
  });

  it("ends the shadow if what it missed cannot be counted", async () => {
    await owner`revoke insert on policy_shadow_misses from fairclick_app`;
    try {
      await failNext(1, "57014");
      await settleTrio(1);
    } finally {
      await owner`grant insert on policy_shadow_misses to fairclick_app`;
    }
    const failure = expect.stringContaining("could not be counted");
    expect(await showShadow(ctx)).toMatchObject({ state: "failed", failure, missed: 0 });
  });
});

it("an error of the shadow itself ends it at once", async () => {
  await failNext(1, "22012");
  await settleTrio(1);
  expect(await showShadow(ctx)).toMatchObject({
    ...{ state: "failed", failure: "A batch failed beside it: injected", missed: 3 },
  });
});
