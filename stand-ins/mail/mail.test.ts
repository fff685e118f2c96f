import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StoredMail } from "./mailbox";
import { createMailStandIn, type MailStandIn } from "./stand-in";

let mail: MailStandIn;
beforeAll(async () => {
  mail = await createMailStandIn();
});
afterAll(() => mail.stop());

async function send(message: { messageId: string; to: string; subject?: string }) {
  const transport = createTransport({ url: `smtp://127.0.0.1:${mail.smtpPort}` });
  await transport.sendMail({
    from: "app@test.example",
    text: "Hello",
    html: "<p>Hello",
    ...message,
  });
  transport.close();
}

const page = (path: string) => fetch(`http://127.0.0.1:${mail.pagePort}${path}`);
async function mailsTo(to: string): Promise<StoredMail[]> {
  return JSON.parse(await (await page(`/mails.json?to=${to}`)).text());
}

it("keeps a mail once, however often it is sent", async () => {
  await send({ messageId: "<1@test>", to: "ana@test.example", subject: "<b>Hi" });
  await send({ messageId: "<1@test>", to: "ana@test.example", subject: "<b>Hi" });
  const mails = await mailsTo("ana@test.example");
  expect(mails).toMatchObject([{ subject: "<b>Hi", text: "Hello", to: ["ana@test.example"] }]);
  expect(await (await page("/")).text()).toContain("&lt;b&gt;Hi");
  expect(await (await page(`/mails/${mails[0]?.number}`)).text()).toContain("Hello");
  const body = await page(`/mails/${mails[0]?.number}/html`);
  expect(body.headers.get("content-security-policy")).toContain("default-src 'none'");
});

it("shows only the mails of one recipient", async () => {
  await send({ messageId: "<2@test>", to: "ben@test.example" });
  expect(await mailsTo("ben@test.example")).toHaveLength(1);
  expect(await mailsTo("cleo@test.example")).toHaveLength(0);
});

it("refuses a mailbox that does not exist", async () => {
  await expect(send({ messageId: "<3@test>", to: "nobody@test.example" })).rejects.toMatchObject({
    responseCode: 550,
  });
});

it("responds with 404 to an unknown mail", async () => {
  expect((await page("/mails/999")).status).toBe(404);
});
