import type { UserId } from "@fairclick/core/ids";
import { campaignJoined } from "@fairclick/core/notices/campaign-notices";
import { depositArrived, withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { makeUnsubscribeToken } from "@fairclick/services/notices/notices";
import { notify } from "@fairclick/services/notify";
import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db } = app;

const tell = (person: Person, dollars: bigint) =>
  withTx(db, (tx) =>
    notify(tx, { now: () => new Date() }, depositArrived, {
      to: [person.id as UserId],
      data: { amountMicros: dollars * 1_000_000n },
    }),
  );
const list = async (person: Person, query = "") =>
  (await call("GET", `/api/notices${query}`, { token: person.token })).json;
const readSettings = async (person: Person) =>
  (await call("GET", "/api/notices/settings", { token: person.token })).json.data;
const mails = async (person: Person, kind: string) =>
  (await readSettings(person)).find((each: { kind: string }) => each.kind === kind)?.mail;

describe("notices", () => {
  it("lists the newest first, in pages, with the number of unread ones", async () => {
    const person = await register(app);
    for (const dollars of [1n, 2n, 3n]) await tell(person, dollars);
    const first = await list(person, "?limit=2");
    expect(first.data.map(({ title }: { title: string }) => title)).toEqual([
      "$3.00 arrived in your wallet",
      "$2.00 arrived in your wallet",
    ]);
    expect(first.unread).toBe(3);
    const second = await list(person, `?limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ data: [{ read: false }], nextCursor: null });
  });

  it("marks what was seen as read", async () => {
    const person = await register(app);
    await tell(person, 1n);
    const { data } = await list(person);
    await tell(person, 2n);
    const { status } = await call("POST", "/api/notices/read", {
      token: person.token,
      json: { upTo: data[0]._id },
    });
    expect(status).toBe(200);
    expect(await list(person)).toMatchObject({
      unread: 1,
      data: [{ read: false }, { read: true }],
    });
  });

  it("shows nobody the notices of others, and lets nobody mark them", async () => {
    const [person, other] = [await register(app), await register(app)];
    await tell(person, 1n);
    const { data } = await list(person);
    await call("POST", "/api/notices/read", { token: other.token, json: { upTo: data[0]._id } });
    expect(await list(other)).toMatchObject({ data: [], unread: 0 });
    expect(await list(person)).toMatchObject({ unread: 1 });
    expect((await call("GET", "/api/notices")).status).toBe(401);
  });

  it.each(["no", "", 1, null])("refuses to mark %j", async (upTo) => {
    const { token } = await register(app);
    const { status, json } = await call("POST", "/api/notices/read", { token, json: { upTo } });
    expect([status, json.message]).toEqual([422, "upTo must be the _id of a notice"]);
  });
});

describe("mail settings", () => {
  it("switches an optional mail off and on", async () => {
    const person = await register(app);
    const set = (mail: boolean) =>
      call("PUT", "/api/notices/settings", {
        token: person.token,
        json: { kind: campaignJoined.kind, mail },
      });
    expect(await mails(person, campaignJoined.kind)).toBe(true);
    expect((await set(false)).status).toBe(200);
    expect((await set(false)).status).toBe(200);
    expect(await mails(person, campaignJoined.kind)).toBe(false);
    await set(true);
    expect(await mails(person, campaignJoined.kind)).toBe(true);
  });

  it.each([withdrawalFailed.kind, "unknown.kind", "account.reset_password"])(
    "refuses to switch off %s",
    async (kind) => {
      const { token } = await register(app);
      const call_ = await call("PUT", "/api/notices/settings", {
        token,
        json: { kind, mail: false },
      });
      expect([call_.status, call_.json.message]).toEqual([
        422,
        "This mail cannot be switched off.",
      ]);
    },
  );
});

describe("the link in a mail", () => {
  it("stops one kind of mail with one click, but not by being opened", async () => {
    const person = await register(app);
    const token = await makeUnsubscribeToken(db, {
      userId: person.id as UserId,
      kind: campaignJoined.kind,
    });
    const path = `/api/notices/unsubscribe/${token}`;
    const opened = await call("GET", path);
    expect(opened.text).toContain(
      "You receive them for: A creator joined a campaign, or wants to join it.",
    );
    expect(await mails(person, campaignJoined.kind)).toBe(true);
    const answer = await call("POST", path, {
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("These mails are stopped");
    expect(await mails(person, campaignJoined.kind)).toBe(false);
  });

  it.each(["nothing", "a.b.c", `${crypto.randomUUID()}.campaign.joined.${"a".repeat(43)}`])(
    "is refused if it was not made here: %s",
    async (token) => {
      for (const method of ["GET", "POST"]) {
        const { status, text } = await call(method, `/api/notices/unsubscribe/${token}`);
        expect([status, text.includes("This link does not work")]).toEqual([404, true]);
      }
    },
  );
});
