import { launch, type Person, register } from "@fairclick/api/testing/people";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { asId, type UserId } from "@fairclick/core/ids";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withdraw } from "@fairclick/services/testing/withdraw";
import { upsertPresences } from "@fairclick/sql/accounts/devices";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";
import { afterAll, expect, it } from "vitest";
import { openTerminal } from "../terminal";

const app = await createTestApp({ config: { ipDataUrl: null } });
const { token } = await app.addOperator("Ann");
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
afterAll(() => server.stop(true));
const campaign = await launch(app, { payoutPerClick: 0.01, budget: 50 });
let rings = 0;

/** Six creators of one laptop, each with a link, paid clicks and a withdrawal; the first one's is held. */
async function addRing(): Promise<Person[]> {
  rings += 1;
  const ring: Person[] = [];
  const at = new Date(app.clock.at.getTime() - 600_000);
  for (let i = 0; i < 6; i += 1) {
    const person = await register(app, `ring${rings}x`);
    await app.call("POST", `/api/campaigns/join/${campaign.id}`, { token: person.token });
    const click = { at, campaignId: campaign.id, creatorId: person.id };
    await addPendingClicks(app.db, [click, click, click]);
    ring.push(person);
  }
  const key = `cookie:laptop${rings}.1`;
  await upsertPresences(
    app.db.sql,
    ring.map(({ id }) => ({ userId: asId<UserId>(id), kind: "device", key, seenAt: at })),
  );
  await settleClicks(systemCtx(app.db), {
    ...{ watermark: app.clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
  });
  for (const { id } of ring) {
    await withdraw(app.db, { userId: asId<UserId>(id), cents: 2, end: "open", at: app.clock.at });
  }
  await app.owner`
    update withdrawals set stripe_account_id = ${`acct_${rings}`}
    where user_id = any (${ring.map(({ id }) => id)}::uuid[])`;
  const [first] = ring;
  const held = await findPendingWithdrawal(app.db.sql, asId<UserId>(first?.id ?? ""));
  await app.call("POST", `/api/admin/withdrawals/${held}/hold`, {
    token,
    json: { reason: "Several payees share its bank account." },
  });
  return ring;
}

const env = () => ({
  FAIRCLICK_API: `http://127.0.0.1:${server.port}`,
  FAIRCLICK_TOKEN: token,
  DATA_DIR: "/tmp",
});

it.each([
  { columns: 120, rows: 34 },
  { columns: 80, rows: 24 },
])(
  "suspends a ring of six from todo, takes back its clicks, and undoes it ($columns columns)",
  { timeout: 300_000 },
  async (size) => {
    const ring = await addRing();
    const ids = ring.map(({ id }) => id);
    const readRing = () => app.owner<{ suspended: boolean; valid: number }[]>`
    select u.suspended_at is not null as suspended,
      (select count(*) from clicks where creator_id = u.id and verdict = 'valid')::int as valid
    from users u where u.id = any (${ids}::uuid[])`;
    const all = (state: { suspended: boolean; valid: number }) =>
      expect.poll(readRing).toEqual(ring.map(() => state));
    const person = openTerminal({ args: ["todo", "--kind", "withdrawals"], ...size, env: env() });
    const see = (text: string) => person.see(text, 60_000);
    await see("Several payees");
    let keys = 0;
    const press = (pressed: string) => {
      keys += pressed.length;
      person.press(pressed);
    };
    press("e");
    for (const { username } of ring) await see(username);
    const act = async (key: string, preview: string) => {
      press(`*${key}`);
      await see("6 rows: ");
      person.press("One laptop.");
      press("\r");
      await see(preview);
      press("y");
    };
    await act("s", "Apply?");
    await see("u undoes it. 6 rows: suspend");
    await all({ suspended: true, valid: 3 });
    await act("r", "$0.18");
    await see("u undoes it. 6 rows: reverse");
    await all({ suspended: true, valid: 0 });
    expect(keys).toBeLessThan(20);
    person.press("uA school.\r");
    await see("Apply?");
    person.press("y");
    await all({ suspended: true, valid: 3 });
    await see("Done. ");
    person.press("q");
    expect((await person.leave()).exitCode).toBe(0);
  },
);
