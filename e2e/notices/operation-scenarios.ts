import { suspendUser } from "@fairclick/services/money/close-account";
import { sendDigests } from "@fairclick/services/notices/digests";
import { sendContactMessage } from "@fairclick/services/operations/contact-form";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import type { NoticeWorld, Scenarios } from "./notice-world";

/** Two clicks in the week before the one in which the digests are sent. */
async function digested({ app, joined, system }: NoticeWorld, who: "creatorId" | "developerId") {
  const link = await joined();
  await app.owner`update users set email_verified_at = now() where id = ${link.developerId}`;
  const monday = who === "creatorId" ? "2031-03-10" : "2032-03-15";
  const now = () => new Date(`${monday}T07:00:00Z`);
  const at = new Date(now().getTime() - 3 * 86_400_000);
  const click = { campaignId: link.id, creatorId: link.creatorId, at };
  await addCountedClicks(app.db, [{ ...click, times: 2 }]);
  return { to: link[who], change: () => sendDigests({ ...system, now }) };
}

export const operationScenarios: Scenarios = {
  "digest.creator": (world) => digested(world, "creatorId"),
  "digest.developer": (world) => digested(world, "developerId"),
  "operator.acted": async ({ app, somebody, system }) => {
    const { id } = await somebody();
    const call = { ...(await operatorCtx(app.db, app.owner, system.now)), db: system.db };
    return {
      to: null,
      change: () => suspendUser(call, { user: id, reason: "a test", dryRun: false }),
    };
  },
  "contact.message": async ({ system }) => {
    const message = { category: "money", subject: "A question", text: "Where is it?" } as const;
    const input = { ...message, email: "stranger@mail.example", token: "" };
    const settings = {
      mail: { smtpUrl: "", from: "", operatorAddresses: [] },
      controller: { name: null, address: null, contact: "hello@market.example" },
    };
    return { to: null, change: () => sendContactMessage(system, input, settings), repeats: true };
  },
};
