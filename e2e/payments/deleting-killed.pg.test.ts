import { join } from "node:path";
import { campaignInput } from "@fairclick/api/testing/people";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { returnDeletedWallets } from "@fairclick/services/money/refunds";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { expect, it } from "vitest";
import { expectProvenBooks, readCents } from "./money";
import { addPayer, getRefundedCents } from "./payer";
import { createStripeApp, withoutFee } from "./stripe-app";

const app = await createStripeApp({}, withoutFee);
const { call, clock, owner, standIn, deps } = app;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Payer = Awaited<ReturnType<typeof addPayer>> & { campaign: string };

/** A developer with $50 in two payments, of which $20 is in a campaign. */
async function addDeveloper(): Promise<Payer> {
  const payer = await addPayer(app, 3_000, 2_000);
  const { id, token } = payer.person;
  const launched = await call("POST", "/api/campaigns", {
    token,
    json: campaignInput(app, { budget: 20 }),
  });
  expect(launched.status, launched.text).toBe(201);
  await owner`update users set password_hash = null, google_subject = ${id} where id = ${id}`;
  return { ...payer, campaign: launched.json.data._id };
}

/** Starts a process that deletes these accounts; `until` says when it is killed. */
async function killOne(
  payers: Payer[],
  until: (output: ReadableStream<Uint8Array>) => Promise<void>,
) {
  const script = join(import.meta.dirname, "deleting-process.ts");
  const people = JSON.stringify(payers.map(({ person: { id, token } }) => ({ id, token })));
  const aheadMs = clock.at.getTime() - Date.now();
  const world = [deps.config.databaseUrl, standIn.url, `${aheadMs}`, people];
  const child = Bun.spawn([process.execPath, script, ...world], { stdout: "pipe" });
  try {
    await until(child.stdout);
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

/** Resolves once this many steps are done. */
const afterSteps = (steps: number) => async (output: ReadableStream<Uint8Array>) => {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const part of output) {
    printed += decoder.decode(part, { stream: true });
    if (printed.split("acted\n").length > steps || printed.includes("done\n")) return;
  }
};

/** Expects everything or nothing of a deletion. Returns whether the account is deleted. */
async function expectWhole({ person: { id }, campaign }: Payer): Promise<boolean> {
  const [seen] = await owner<
    { deleted: boolean; ended: boolean; sessions: boolean; audited: number; refunds: number }[]
  >`
    select u.deleted_at is not null as deleted, c.ended_early_at is not null as ended,
      exists (select from sessions s where s.user_id = u.id) as sessions,
      (select count(*) from audit_log where action = 'user.delete' and subject = 'user:' || u.id)::int
        as audited,
      (select count(*) from refunds r where r.user_id = u.id)::int as refunds
    from users u join campaigns c on c.id = ${campaign} where u.id = ${id}`;
  const deleted = seen?.deleted ?? false;
  expect(seen).toEqual(
    deleted
      ? { deleted, ended: true, sessions: false, audited: 1, refunds: 2 }
      : { deleted, ended: false, sessions: true, audited: 0, refunds: 0 },
  );
  return deleted;
}

async function expectRefundedOnce(payers: Payer[]): Promise<void> {
  clock.at = new Date(clock.at.getTime() + 10 * MINUTE_MS);
  await app.settle();
  await sweepPayments(app.ctx);
  await app.settle();
  for (const { charges } of payers) {
    const refunded = await getRefundedCents(app, charges);
    expect(refunded.reduce((sum, cents) => sum + cents, 0)).toBe(3_000);
  }
  await releaseEscrows(app.ctx, { watermark: new Date(clock.at.getTime() + 60 * DAY_MS) });
  await Promise.all([returnDeletedWallets(app.ctx), returnDeletedWallets(app.ctx)]);
  await app.settle();
  for (const { charges, person } of payers) {
    expect(await getRefundedCents(app, charges)).toEqual([3_000, 2_000]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  }
  const stored = await owner<{ id: string }[]>`
    select stripe_refund_id as id from refunds where stripe_refund_id is not null order by 1`;
  const made = (await deps.stripe?.refunds.list({ limit: 100 }))?.data ?? [];
  expect(made.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  await expectProvenBooks(app);
}

it("rolls a deletion back that is killed in the middle of its transaction", async () => {
  const payer = await addDeveloper();
  await owner`create function linger() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(4242); return new; end $$`;
  await owner`create trigger linger before insert on audit_log for each row
    when (new.action = 'user.delete') execute function linger()`;
  const lock = await owner.reserve();
  await lock`select pg_advisory_lock(4242)`;
  const countWaiting = async () => {
    const rows = await owner`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.objid = 4242
        and not l.granted`;
    return rows.length;
  };
  await killOne([payer], () => expect.poll(countWaiting).toBe(1));
  await lock`select pg_advisory_unlock(4242)`;
  lock.release();
  await expect.poll(countWaiting).toBe(0);
  await owner`drop function linger() cascade`;
  expect(await expectWhole(payer)).toBe(false);
  await killOne([payer], afterSteps(1));
  expect(await expectWhole(payer)).toBe(true);
  await expectRefundedOnce([payer]);
});

it("refunds each payment once, however often processes that delete accounts are killed", async () => {
  const payers: Payer[] = [];
  for (let i = 0; i < 5; i += 1) payers.push(await addDeveloper());
  let left = payers;
  for (let round = 0; left.length > 0; round += 1) {
    expect(round, "no end of rounds").toBeLessThan(20);
    await standIn.control("faults/add", {
      call: "POST /v1/refunds",
      effect: "done",
      shows: { kind: "hang" },
    });
    await killOne(left, afterSteps(1 + (round % 3)));
    await standIn.control("faults/clear");
    const stay: Payer[] = [];
    for (const payer of left) if (!(await expectWhole(payer))) stay.push(payer);
    left = stay;
  }
  await expectRefundedOnce(payers);
});
