import { describe, expect, it } from "vitest";
import { readBounce } from "./read-bounce";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";

const ID = "<01a1fd70-f3b4-7b7c-9d12-84e0a6f35bc9@mail.example>";

type Parts = { status?: string; returned?: string; type?: string };

const failed = `Final-Recipient: rfc822; Gone@Mail.example
Original-Recipient: rfc822;alias@mail.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <Gone@Mail.example>: Recipient address rejected:
    User unknown`;

/** A notification as Postfix writes it. */
function notification({ status = failed, returned, type = "text/rfc822-headers" }: Parts = {}) {
  return `Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: marketplace@fairclick.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Mon, 23 Nov 2026 12:00:00 +0000 (UTC)

${status}

--B
Content-Description: Undelivered Message Headers
Content-Type: ${type}

${returned ?? `From: mail@fairclick.example\nSubject: News\nMessage-ID: ${ID}`}

--B--
`.replaceAll("\n", "\r\n");
}

const bounce = {
  messageId: ID,
  recipients: ["gone@mail.example", "alias@mail.example"],
  status: "5.1.1",
};

it("reads the recipients, the status and the returned mail's Message-ID", async () => {
  expect(await readBounce(notification())).toEqual(bounce);
  const whole = `From: mail@fairclick.example\nMessage-ID:\n ${ID}\nContent-Type: text/plain\n\nHello`;
  expect(await readBounce(notification({ type: "message/rfc822", returned: whole }))).toEqual(
    bounce,
  );
});

it("counts only the recipients that failed for good", async () => {
  const delayed = "Final-Recipient: rfc822; slow@mail.example\nAction: delayed\nStatus: 5.4.1";
  const status = `${delayed}\n\n${failed}`;
  expect(await readBounce(notification({ status }))).toEqual(bounce);
});

it.each([
  ["a temporary failure", failed.replace("5.1.1", "4.2.2")],
  ["a delay", failed.replace("failed", "delayed")],
  ["a success", failed.replace("failed", "delivered").replace("5.1.1", "2.0.0")],
  ["a refusal by policy, which is about the sender", failed.replace("5.1.1", "5.7.1")],
  ["a status that is no status", failed.replace("5.1.1", "5.1111.1")],
  ["no status", failed.replace("Status: 5.1.1\n", "")],
  ["another kind of address", failed.replaceAll("rfc822;", "x400;")],
])("refuses %s", async (_, status) => {
  await expect(readBounce(notification({ status }))).rejects.toThrow(
    "reports no permanent failure of an address",
  );
});

it("refuses a notification without the returned mail's Message-ID, and every other text", async () => {
  const returned = "From: mail@fairclick.example\nSubject: News";
  await expect(readBounce(notification({ returned }))).rejects.toThrow(
    "does not hold the Message-ID",
  );
  for (const text of [
    "",
    "gone@mail.example",
    notification().replace("delivery-status\r\n", "x\r\n"),
  ]) {
    await expect(readBounce(text)).rejects.toThrow("is not a delivery status notification");
  }
});

it("reads a hostile notification of a million characters within two seconds", async () => {
  const groups = `${failed}\n\n`.repeat(4_000);
  const start = performance.now();
  expect((await readBounce(notification({ status: groups }))).recipients).toHaveLength(2);
  expect(performance.now() - start).toBeLessThan(2_000);
});

describe("mail decide suppress", () => {
  const change = {
    ...{ action: "mail.suppress", subject: "mail:g…@mail.example", applied: true },
    ...{ before: { suppressed: false }, after: { suppressed: true } },
  };
  const { url, seen } = serveCanned(() => Response.json({ status: "success", data: change }));
  const env = { FAIRCLICK_API: url, FAIRCLICK_TOKEN: "fco_test" };
  const suppress = (args: string[], input: string) =>
    capture(["mail", "decide", "suppress", ...args, "--reason", "bounce", "--yes"], { env, input });

  it("sends what a notification on standard input says", async () => {
    const { exitCode, err } = await suppress(["--dsn", "-"], notification());
    expect([exitCode, err]).toEqual([0, ""]);
    expect(seen.at(-1)).toMatchObject({
      path: "/api/admin/mail/bounce",
      json: { ...bounce, reason: "bounce", dryRun: false },
    });
  });

  it("sends nothing for a text that is no notification, or without any address", async () => {
    const calls = seen.length;
    const wrong = await suppress(["--dsn", "-"], "Hello");
    expect(wrong.err).toContain("is not a delivery status notification");
    expect((await suppress([], "")).err).toContain("Name either an address or --dsn -.");
    const both = await suppress(["gone@mail.example", "--dsn", "-"], notification());
    expect(both.err).toContain("Name either an address or --dsn -.");
    expect([wrong.exitCode, both.exitCode, seen.length]).toEqual([2, 2, calls]);
  });
});
