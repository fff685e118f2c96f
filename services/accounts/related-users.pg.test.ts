import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, describe, expect, it } from "vitest";
import { maintainPartitions } from "../clicks/retain";
import { addCountedClicks } from "../testing/counted-clicks";
import { addUser } from "../testing/marketplace";
import { type Planted, plantFrauds } from "../testing/plant-frauds";
import { systemCtx } from "../testing/system-ctx";
import { findRelatedUsers } from "./users";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
let planted: Planted;
const id = (name: string) => planted.id(name);

beforeAll(async () => {
  await maintainPartitions(ctx);
  planted = await plantFrauds({ sql: owner, transactions: owner, end: async () => {} }, ctx.now());
});

async function related(name: string) {
  const found = await findRelatedUsers(ctx, name);
  return { ...found, names: found.accounts.map(({ username }) => username) };
}

async function signIn(userId: string, kind: "ip" | "device", key: string) {
  await owner`insert into presences (user_id, kind, key, seen_at) values (${userId}, ${kind}, ${key}, now())`;
}

describe("findRelatedUsers", () => {
  it("finds who clicks whose links at home, in both directions", async () => {
    const { names, ties } = await related("twin1");
    expect(names).toEqual(["twin1", "twin2"]);
    expect(ties).toEqual(
      expect.arrayContaining([
        { from: id("twin1"), to: id("twin2"), kind: "clicks", detail: "22" },
        { from: id("twin2"), to: id("twin1"), kind: "clicks", detail: "22" },
      ]),
    );
    expect(ties).toHaveLength(2);
  });

  it("finds the accounts of one bank, and what their campaigns pay among them", async () => {
    const { accounts, names, ties, flows } = await related("payee1");
    expect(names.toSorted()).toEqual(["boss", "payee1", "payee2"]);
    expect(accounts[0]).toMatchObject({ username: "payee1", foundBy: null, paidMicros: 180_000n });
    expect(ties.map(({ kind }) => kind)).toEqual(["bank", "bank", "bank"]);
    expect(flows).toEqual(
      ["payee1", "payee2"]
        .map((name) => ({ from: id("boss"), to: id(name), clicks: 120, micros: 180_000n }))
        .sort((a, b) => (a.to < b.to ? -1 : 1)),
    );
  });

  it("finds nobody for an honest creator, although a campaign pays them", async () => {
    expect(await related("anna")).toMatchObject({ names: ["anna"], ties: [], flows: [] });
  });

  it("finds shared addresses, devices, cards and payout accounts, step by step", async () => {
    const [a, b, c, d] = await Promise.all([addUser(db), addUser(db), addUser(db), addUser(db)]);
    await signIn(a, "ip", "198.51.100.7");
    await signIn(b, "ip", "198.51.100.7");
    await signIn(b, "device", "cookie:one.two");
    await owner`insert into deposit_places (user_id, kind, key, seen_at) values (${c}, 'device', 'cookie:one.two', now())`;
    for (const user of [c, d]) {
      await owner`insert into withdrawals (id, user_id, amount_micros, stripe_account_id)
        values (gen_random_uuid(), ${user}, 10000, 'acct_shared')`;
    }
    const { accounts, ties } = await related(a);
    expect(accounts.map(({ id: found, foundBy }) => [found, foundBy])).toEqual([
      [a, null],
      [b, a],
      [c, b],
      [d, c],
    ]);
    expect(ties.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["address", "198.51.100.7"],
      ["device", null],
      ["payout account", null],
    ]);
  });

  it("finds a card that paid with one account and was paid out to by another", async () => {
    const [payer, payee] = await Promise.all([addUser(db, 10_000n), addUser(db)]);
    await owner`update deposits set card_fingerprint = 'card-1' where user_id = ${payer}`;
    await owner`insert into payout_banks (user_id, fingerprint, seen_at) values (${payee}, 'card-1', now())`;
    expect((await related(payee)).ties).toMatchObject([{ kind: "bank" }]);
  });

  it("finds developers who pay each other's links", async () => {
    const [campaign] = await owner<{ id: string }[]>`
      update campaigns set developer_id = ${id("viral")} where id = ${planted.ringId} returning id`;
    const link = { campaignId: campaign?.id ?? "", creatorId: id("dana"), at: ctx.now() };
    await addCountedClicks(db, [{ ...link, times: 5 }]);
    const { ties, flows } = await related("dana");
    expect(ties).toMatchObject([{ kind: "funding" }]);
    expect(flows.map(({ micros }) => micros)).toEqual([900_000n, 7_500n]);
    await owner`update campaigns set developer_id = ${id("boss")} where id = ${planted.ringId}`;
  });

  it("does not count an address of many people, nor a device that only looks alike", async () => {
    const crowd = await Promise.all(Array.from({ length: 11 }, () => addUser(db)));
    for (const user of crowd) {
      await signIn(user, "ip", "198.51.100.99");
      await signIn(user, "device", "like:the-same-phone");
    }
    expect((await related(crowd[0] ?? "")).accounts).toHaveLength(1);
  });

  it("stops at 40 accounts, and says so", async () => {
    const many = await Promise.all(Array.from({ length: 45 }, () => addUser(db)));
    for (const user of many) {
      await owner`insert into payout_banks (user_id, fingerprint, seen_at) values (${user}, 'bank-of-many', now())`;
    }
    const { accounts, isPartial } = await related(many[0] ?? "");
    expect([accounts.length, isPartial]).toEqual([40, true]);
  });

  it("knows no user of this name", async () => {
    await expect(related("nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(related(crypto.randomUUID())).rejects.toMatchObject({ code: "not_found" });
  });
});
