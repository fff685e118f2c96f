import { costs } from "@fairclick/core/accounts/limits";
import { decimalFromMicros } from "@fairclick/core/amounts";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { deposit, earn, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, db, owner } = app;
const password = "correct horse";
const PATH = "/api/users/profile/archive";

/** Downloads and opens a person's archive: the rows per file. */
async function openArchive({ token }: Person) {
  const response = await app.app.request(
    PATH,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ password }),
    },
    { peerIp: "127.0.0.1" },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { "README.txt": readme, ...files } = unzipSync(bytes);
  // biome-ignore lint/suspicious/noExplicitAny: the test reads rows of every shape
  const lists: Record<string, any[]> = {};
  for (const [name, file] of Object.entries(files)) lists[name] = JSON.parse(strFromU8(file));
  return { readme: strFromU8(readme ?? new Uint8Array()), lists, text: JSON.stringify(lists) };
}

async function played() {
  const { id: campaignId, developer } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  const at = new Date(clock.at.getTime() - 600_000);
  const secrets = { ipKey: "203.0.113.77", deviceKey: "cookie:visitor-device", country: "DE" };
  const clicks = Array.from({ length: 2_100 }, (_, i) => ({
    ...{ ...secrets, campaignId, creatorId: creator.id },
    at: new Date(at.getTime() - i),
  }));
  await addPendingClicks(db, clicks);
  return { campaignId, developer, creator };
}

describe("POST /api/users/profile/archive", () => {
  it("holds what the database holds of a creator, and nothing about visitors", async () => {
    const { campaignId, creator } = await played();
    await earn(app, creator, 9_007_199_254_740_993n);
    await owner`
      insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason, hold_kinds)
      values (${crypto.randomUUID()}, ${creator.id}, 10000, 'acct_1', ${clock.at}, 'suspected',
        '{first,related}')`;
    const { lists, text, readme } = await openArchive(creator);
    for (const name of Object.keys(lists)) expect(readme).toContain(name.replace(".json", ""));
    const [account] = lists["account.json"] ?? [];
    const { token, ...shown } = creator;
    expect(account).toMatchObject({ ...shown, hasPassword: true });
    expect(lists["links.json"]).toMatchObject([{ campaignId }]);
    expect(lists["withdrawals.json"]).toMatchObject([{ holdKinds: ["first", "security"] }]);
    for (const secret of ["suspected", "related"]) expect(text).not.toContain(secret);
    const stored = await owner<{ id: string }[]>`
      select id from pending_clicks where creator_id = ${creator.id}
      order by clicked_at desc, id desc`;
    expect(stored).toHaveLength(2_100);
    expect(lists["clicks.json"]?.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(lists["clicks.json"]?.[0]).toMatchObject({ campaignId, verdict: "pending" });
    const entries = await owner<{ kind: string; micros: bigint }[]>`
      select a.kind, e.micros from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.owner_id = ${creator.id}`;
    expect(
      lists["ledger-entries.json"]?.map(({ account: kind, amount }) => [kind, amount]),
    ).toEqual(entries.map(({ kind, micros }) => [kind, decimalFromMicros(micros)]));
    expect(text).toContain('"9007199254.740993"');
    const [hashes] = await owner<{ password: string; session: string }[]>`
      select password_hash as password, encode(token_hash, 'hex') as session
      from users u join sessions s on s.user_id = u.id where u.id = ${creator.id}`;
    const secrets = [hashes?.password, hashes?.session, token];
    for (const secret of [...secrets, "203.0.113.77", "visitor-device"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("holds a developer's campaigns and payments, and no ids or addresses of other people", async () => {
    const { campaignId, developer, creator } = await played();
    await deposit(app, developer, 20);
    const { lists, text } = await openArchive(developer);
    expect(lists["campaigns.json"]).toMatchObject([{ id: campaignId, budget: expect.any(String) }]);
    expect(lists["clicks.json"]).toEqual([]);
    // The notice of who joined keeps the username the developer has read.
    expect(lists["notices.json"]).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ creator: creator.username }) }),
    );
    for (const theirs of [creator.id, creator.email]) expect(text).not.toContain(theirs);
    const [wallet] = await owner<{ micros: bigint }[]>`
      select balance_micros as micros from ledger_accounts
      where owner_id = ${developer.id} and kind = 'wallet'`;
    const sum = lists["ledger-entries.json"]
      ?.filter(({ account }) => account === "wallet")
      .reduce((total: number, { amount }) => total + Number(amount) * 1_000_000, 0);
    expect(sum).toBe(Number(wallet?.micros));
  });

  it("has a file for every table with a user's rows, or a reason not to", async () => {
    const rows = await owner<{ name: string }[]>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'developer_id')`;
    const withoutFile = new Set([
      // Hashes of secrets and of codes that live for minutes.
      ...["known_devices", "one_time_tokens", "totp_factors"],
      // What webhooks were last sent of the sums in other files.
      "webhook_marks",
    ]);
    const archived = new Set([
      ...[
        "campaigns",
        "campaign_hosts",
        "cases",
        "cover_uploads",
        "creator_channels",
        "deposits",
        "deposit_places",
        "notices",
      ],
      ...[
        "personal_keys",
        "passkeys",
        "recoveries",
        "terms_acceptances",
        "webhook_endpoints",
        "payout_banks",
        "presences",
        "refunds",
        "sessions",
        "withdrawals",
      ],
    ]);
    const forgotten = rows.filter(({ name }) => !withoutFile.has(name) && !archived.has(name));
    expect(forgotten).toEqual([]);
  });

  it("waits for nobody who does not read theirs", async () => {
    const start = async () => {
      const { token } = await register(app, "attacker");
      return Promise.all([1, 2].map(() => ask(token)));
    };
    const ask = (token: string) =>
      app.app.request(
        PATH,
        { method: "POST", headers: { authorization: `Bearer ${token}` } },
        { peerIp: "127.0.0.1" },
      );
    const unread = [...(await start()), ...(await start()), ...(await start())];
    expect(unread.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await openArchive(await register(app));
    await Promise.all(unread.map(({ body }) => body?.cancel()));
  });

  it("needs a session, and is limited per hour", async () => {
    const person = await register(app);
    const ask = () => call("POST", PATH, { token: person.token });
    expect((await call("POST", PATH)).status).toBe(401);
    expect((await ask()).status).toBe(200);
    for (let n = 1; n < costs.heavy.user; n += 1)
      await app.deps.limits.take("heavy:user", person.id);
    expect((await ask()).status).toBe(429);
  });
});
