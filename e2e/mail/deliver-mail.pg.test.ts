import { randomUUID } from "node:crypto";
import type { UserId } from "@fairclick/core/ids";
import { confirmNewEmail, resetPassword } from "@fairclick/core/notices/account-notices";
import { campaignEnded, campaignJoined } from "@fairclick/core/notices/campaign-notices";
import { depositArrived, withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { createMailStandIn } from "@fairclick/mail-stand-in/stand-in";
import { hashToken } from "@fairclick/services/accounts/token";
import {
  createMailer,
  deliverMail,
  type MailCtx,
  type Mailer,
} from "@fairclick/services/notices/deliver-mail";
import { readUnsubscribeToken } from "@fairclick/services/notices/notices";
import { notify } from "@fairclick/services/notify";
import { sendContactMessage } from "@fairclick/services/operations/contact-form";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { redeemToken } from "@fairclick/sql/accounts/one-time-tokens";
import { withTx } from "@fairclick/sql/db/tx";
import { setOptOut } from "@fairclick/sql/notices/mail";
import { listNotices } from "@fairclick/sql/notices/notices";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

const { db } = await createTestDatabase();
const standIn = await createMailStandIn();
const mailer = createMailer({
  smtpUrl: `smtp://127.0.0.1:${standIn.smtpPort}`,
  from: "Fairclick <mail@test.example>",
  operatorAddresses: [],
}) as Mailer;
afterAll(async () => {
  mailer.close();
  await standIn.stop();
});

let clock = new Date("2026-03-01T12:00:00Z");
const ctx: MailCtx = {
  ...systemCtx(db, () => clock),
  mailer,
  appUrl: "https://app.test",
  operatorAddresses: ["ops@test.example"],
};
beforeEach(() => {
  clock = new Date(clock.getTime() + 3 * 86_400_000);
});
const wait = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

type Received = { subject: string; text: string; html: string; headers: Record<string, string> };

async function mailsTo(address: string): Promise<Received[]> {
  const url = `http://127.0.0.1:${standIn.pagePort}/mails.json?to=${address}`;
  return JSON.parse(await (await fetch(url)).text());
}

async function newUser({ verified = true, name = `u${randomUUID()}` } = {}) {
  const id = (await addUser(db)) as UserId;
  const address = `${name}@test.example`;
  await db.sql`
    update users set email = ${address}, email_verified_at = ${verified ? new Date() : null}
    where id = ${id}`;
  return { id, address };
}

const tellJoined = (to: UserId) =>
  withTx(db, (tx) => {
    const named = { campaignId: randomUUID(), name: "Tower", creator: "Ann" };
    return notify(tx, ctx, campaignJoined, { to: [to], data: { ...named, state: "joined" } });
  });
const tellFailure = (to: UserId, reason = "closed") =>
  withTx(db, (tx) =>
    notify(tx, ctx, withdrawalFailed, { to: [to], data: { amountMicros: 1n, reason } }),
  );
const tellReset = (to: UserId) =>
  withTx(db, (tx) => notify(tx, ctx, resetPassword, { to: [to], data: {} }));

async function readState(userId: UserId) {
  return db.sql<{ status: string; problem: string | null; attempts: number }[]>`
    select mail_status as status, mail_problem as problem, mail_attempts as attempts
    from notices where user_id = ${userId} order by id`;
}

describe("deliver-mail", () => {
  it("shows the cover of the campaign that the mail is about", async () => {
    const user = await newUser();
    const { id } = await addCampaign(db);
    const tell = (campaignId: string) =>
      withTx(db, (tx) =>
        notify(tx, ctx, campaignEnded, {
          to: [user.id],
          data: { campaignId, name: "Tower", own: false },
        }),
      );
    for (const campaignId of [id, randomUUID(), "' or 1=1"]) await tell(campaignId);
    await deliverMail(ctx);
    const mails = await mailsTo(user.address);
    const images = mails.map(({ html }) => /<img[^>]* src="([^"]*)"/.exec(html)?.[1] ?? null);
    expect(images.filter((image) => image !== null)).toEqual([
      expect.stringMatching(/^https:\/\/app\.test\/covers\/drawn\/[a-z0-9]*-[a-z]+-\d+\.png$/),
    ]);
    expect(mails).toHaveLength(3);
    expect(mails[0]?.text).not.toContain("/covers/");
  });

  it("sends a notice as HTML and text, once", async () => {
    const user = await newUser();
    await tellFailure(user.id, "<script>alert(1)</script>\r\nBcc: victim@test.example");
    await Promise.all([deliverMail(ctx), deliverMail(ctx)]);
    await deliverMail(ctx);
    const [mail, ...others] = await mailsTo(user.address);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your withdrawal of $0.000001 failed");
    expect(mail?.text).toContain("<script>alert(1)</script>");
    expect(mail?.html).toContain("&lt;script&gt;");
    expect(mail?.html).toContain("https://app.test/app/payments");
    expect(await mailsTo("victim@test.example")).toEqual([]);
    expect(await readState(user.id)).toMatchObject([
      { status: "sent", problem: null, attempts: 1 },
    ]);
  });

  it("mails the operator what somebody wrote, and keeps it while the server is down", async () => {
    const contact = "contact@test.example";
    const victim = "victim@test.example";
    const attack = `\r\nBcc: ${victim}\r\n\r\n`;
    // What the form refuses cannot reach the headers either.
    const hostile = { category: "abuse", token: "" } as const;
    const messages = [
      { ...hostile, email: "sam@test.example", subject: "A link", text: "See:\n<b>it</b>\nSee:" },
      { ...hostile, email: `eve@test.example${attack}`, subject: `Hi${attack}`, text: attack },
    ];
    const settings = {
      mail: { smtpUrl: "", from: "", operatorAddresses: [] },
      controller: { name: null, address: null, contact },
    };
    for (const message of messages) await sendContactMessage(ctx, message, settings);
    const smtpUrl = "smtp://127.0.0.1:1";
    const away = createMailer({ smtpUrl, from: "mail@test.example", operatorAddresses: [] });
    await deliverMail({ ...ctx, mailer: away });
    expect(await mailsTo(contact)).toEqual([]);
    wait(2);
    await Promise.all([deliverMail(ctx), deliverMail(ctx)]);
    const mails = (await mailsTo(contact)).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Contact form: A link",
      `Contact form: Hi Bcc: ${victim}`,
    ]);
    expect(mails[0]?.headers["reply-to"]).toBe("sam@test.example");
    expect(mails[0]?.text.match(/See:/g)).toHaveLength(2);
    expect(mails[0]?.html).toContain("&lt;b&gt;");
    expect(mails.map(({ headers }) => headers.bcc)).toEqual([undefined, undefined]);
    for (const address of [victim, "sam@test.example"]) expect(await mailsTo(address)).toEqual([]);
  });

  it("keeps the operator's mailbox when its server does not know it", async () => {
    const contact = "nobody@test.example";
    const settings = {
      mail: { smtpUrl: "", from: "", operatorAddresses: [] },
      controller: { name: null, address: null, contact },
    };
    const message = { category: "other", email: "sam@test.example", token: "" } as const;
    await sendContactMessage(ctx, { ...message, subject: "A", text: "B" }, settings);
    await deliverMail(ctx);
    expect(await db.sql`select from suppressed_addresses where address = ${contact}`).toEqual([]);
    const [notice] = await db.sql`
      select mail_status as status, data ->> 'text' as text from notices where mail_to = ${contact}`;
    expect(notice).toEqual({ status: "failed", text: "B" });
  });

  it("sends a mail again with the same id if the worker died while sending", async () => {
    const user = await newUser();
    await tellFailure(user.id);
    const dying: Mailer = {
      ...mailer,
      send: async (mail) => {
        await mailer.send(mail);
        await new Promise(() => {});
      },
    };
    void deliverMail({ ...ctx, mailer: dying });
    await expect.poll(() => mailsTo(user.address)).toHaveLength(1);
    await deliverMail(ctx);
    expect(await readState(user.id)).toMatchObject([{ status: "queued" }]);
    wait(16);
    await deliverMail(ctx);
    expect(await readState(user.id)).toMatchObject([{ status: "sent", attempts: 2 }]);
    expect(await mailsTo(user.address)).toHaveLength(1);
  });

  it("retries later and later while the server is down, and gives up after two days", async () => {
    const user = await newUser();
    await tellFailure(user.id);
    const away = createMailer({
      smtpUrl: "smtp://127.0.0.1:1",
      from: "mail@test.example",
      operatorAddresses: [],
    });
    await deliverMail({ ...ctx, mailer: away });
    expect(await readState(user.id)).toMatchObject([{ status: "queued", attempts: 1 }]);
    await deliverMail({ ...ctx, mailer: away });
    expect(await readState(user.id)).toMatchObject([{ attempts: 1 }]);
    wait(2);
    await deliverMail({ ...ctx, mailer: away });
    expect(await readState(user.id)).toMatchObject([{ attempts: 2 }]);
    wait(49 * 60);
    await deliverMail(ctx);
    expect(await readState(user.id)).toMatchObject([{ status: "failed" }]);
    away?.close();
  });

  it("sends nothing more to an address that does not exist", async () => {
    const user = await newUser({ name: "nobody" });
    await tellFailure(user.id);
    await deliverMail(ctx);
    expect(await readState(user.id)).toMatchObject([{ status: "failed" }]);
    await tellFailure(user.id);
    await deliverMail(ctx);
    expect((await readState(user.id))[1]).toMatchObject({
      status: "skipped",
      problem: "The address does not exist",
    });
  });

  it("respects what people switched off, but not for what is always sent", async () => {
    const user = await newUser();
    await setOptOut(db.sql, { userId: user.id, kind: "campaign.joined", off: true });
    await setOptOut(db.sql, { userId: user.id, kind: "withdrawal.failed", off: true });
    await tellJoined(user.id);
    await tellFailure(user.id);
    await deliverMail(ctx);
    expect((await mailsTo(user.address)).map(({ subject }) => subject)).toEqual([
      "Your withdrawal of $0.000001 failed",
    ]);
  });

  it("sends an address that nobody has confirmed what proves it, and nothing else", async () => {
    const user = await newUser({ verified: false });
    await tellJoined(user.id);
    await tellFailure(user.id);
    await tellReset(user.id);
    await deliverMail(ctx);
    expect(await mailsTo(user.address)).toMatchObject([{ subject: "Choose a new password" }]);
  });

  it("sends links before all other mail, also while the server is slow", async () => {
    const sent: string[] = [];
    const slow: Mailer = {
      ...mailer,
      send: async (mail) => {
        await Bun.sleep(50);
        await mailer.send(mail);
        sent.push(mail.to);
      },
    };
    const flooded = await Promise.all(Array.from({ length: 8 }, () => newUser()));
    for (const { id } of flooded) {
      for (let count = 0; count < 20; count += 1) await tellFailure(id);
    }
    const asking = await newUser();
    const stop = new AbortController();
    const worker = (async () => {
      while (!stop.signal.aborted) await deliverMail({ ...ctx, mailer: slow });
    })();
    await expect.poll(() => sent.length).toBeGreaterThan(8);
    await tellReset(asking.id);
    const before = sent.length;
    await expect.poll(() => sent).toContain(asking.address);
    stop.abort();
    // Four lanes finish what they have begun, and three send another mail beside this one.
    expect(sent.indexOf(asking.address)).toBeLessThan(before + 8);
    await worker;
    await deliverMail(ctx);
  });

  it("lets nobody's many mails delay those to others", async () => {
    const [flooded, other] = [await newUser(), await newUser()];
    for (let count = 0; count < 18; count += 1) await tellFailure(flooded.id);
    await tellFailure(other.id);
    const order: string[] = [];
    const noting: Mailer = { ...mailer, send: async ({ to }) => void order.push(to) };
    await deliverMail({ ...ctx, mailer: noting });
    expect(order).toHaveLength(19);
    expect(order.indexOf(other.address)).toBeLessThan(10);
  });

  it("sends at most 20 mails of one kind a day to one address, and shows the others", async () => {
    const user = await newUser();
    for (let count = 0; count < 25; count += 1) await tellFailure(user.id);
    const strangers = await Promise.all(Array.from({ length: 25 }, () => newUser()));
    const mailTo = `victim${randomUUID()}@test.example`;
    for (const { id } of strangers) {
      const given = { to: [id], data: {}, mailTo };
      await withTx(db, (tx) => notify(tx, ctx, confirmNewEmail, given));
    }
    await deliverMail(ctx);
    expect(await mailsTo(user.address)).toHaveLength(20);
    expect(await mailsTo(mailTo)).toHaveLength(20);
    expect(await listNotices(db.sql, { userId: user.id, before: null, limit: 50 })).toHaveLength(
      25,
    );
    wait(24 * 60);
    await tellFailure(user.id);
    await deliverMail(ctx);
    expect(await mailsTo(user.address)).toHaveLength(21);
  });

  it("stops optional mails after 20 a day, so that nobody can flood a mailbox", async () => {
    const user = await newUser();
    for (let count = 0; count < 45; count += 1) await tellJoined(user.id);
    await deliverMail(ctx);
    wait(1);
    await tellJoined(user.id);
    await deliverMail(ctx);
    expect((await mailsTo(user.address)).length).toBeLessThanOrEqual(20);
  });

  it("offers to switch off optional mails with one click", async () => {
    const user = await newUser();
    await tellJoined(user.id);
    await deliverMail(ctx);
    const [mail] = await mailsTo(user.address);
    const link = /<https:\/\/app\.test\/api\/notices\/unsubscribe\/([^>]+)>/;
    const token = link.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const optOut = { userId: user.id, kind: "campaign.joined" };
    expect(await readUnsubscribeToken(db, token)).toEqual(optOut);
    const other = await newUser();
    expect(await readUnsubscribeToken(db, token.replace(user.id, other.id))).toBeNull();
    expect(await readUnsubscribeToken(db, token.replace("joined", "failed"))).toBeNull();
    expect(await readUnsubscribeToken(db, "no token")).toBeNull();
  });

  it("puts a one-time token into the link, and only its hash into the database", async () => {
    const user = await newUser();
    await tellReset(user.id);
    await deliverMail(ctx);
    const [mail] = await mailsTo(user.address);
    const token = /https:\/\/app\.test\/reset-password#([\w-]{43})/.exec(mail?.text ?? "")?.[1];
    expect(mail?.headers["list-unsubscribe"]).toBeUndefined();
    const consume = (purpose: "reset_password" | "verify_email") =>
      withTx(db, (tx) => redeemToken(tx, { tokenHash: hashToken(token ?? ""), purpose }));
    expect(await consume("verify_email")).toBeNull();
    expect(await consume("reset_password")).toMatchObject({
      userId: user.id,
      content: user.address,
    });
    expect(await consume("reset_password")).toBeNull();
    const [row] = await db.sql<{ found: boolean }[]>`
      select exists (select from notices n where n::text like ${`%${token}%`}) as found`;
    expect(row?.found).toBe(false);
  });

  it("tells the operators at their addresses", async () => {
    await withTx(db, (tx) =>
      notify(tx, ctx, depositArrived, { to: "operators", data: { amountMicros: 1n } }),
    );
    await deliverMail(ctx);
    expect(await mailsTo("ops@test.example")).toHaveLength(1);
  });

  it("tells the other operators if the server refuses one address", async () => {
    const operatorAddresses = ["nobody@test.example", "other@test.example"];
    const tell = () =>
      withTx(db, (tx) =>
        notify(tx, ctx, depositArrived, { to: "operators", data: { amountMicros: 1n } }),
      );
    await tell();
    await deliverMail({ ...ctx, operatorAddresses });
    expect(await mailsTo("other@test.example")).toHaveLength(1);
    const statuses = () => db.sql<{ status: string }[]>`
      select mail_status as status from notices where user_id is null order by id desc limit 1`;
    expect(await statuses()).toEqual([{ status: "sent" }]);
    await tell();
    await deliverMail({ ...ctx, operatorAddresses: ["nobody@test.example"] });
    expect(await statuses()).toEqual([{ status: "failed" }]);
  });

  it("says that a program wrote it, so that no other program answers", async () => {
    const user = await newUser();
    await tellReset(user.id);
    await deliverMail(ctx);
    const [mail] = await mailsTo(user.address);
    expect(mail?.headers).toMatchObject({ "auto-submitted": "auto-generated" });
  });

  it("keeps no mails for later without a mail server", async () => {
    const user = await newUser();
    await tellFailure(user.id);
    await deliverMail({ ...ctx, mailer: null });
    await deliverMail(ctx);
    expect(await mailsTo(user.address)).toEqual([]);
    expect(await readState(user.id)).toMatchObject([{ status: "skipped" }]);
  });
});
