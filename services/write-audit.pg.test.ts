import { asId, type CampaignId } from "@fairclick/core/ids";
import { retryOnce } from "@fairclick/sql/testing/retry-once";
import { beforeEach, expect, it } from "vitest";
import { requestRecovery } from "./accounts/recovery";
import { pauseCampaign } from "./campaigns/stop-campaign";
import { makeChange } from "./changes";
import { decideClicks } from "./clicks/decide-clicks";
import { applyPolicy } from "./clicks/policy";
import { openSettlementWorld } from "./clicks/testing/settlement-world";
import type { Ctx } from "./context";
import { decideRange } from "./ip/ip-data";
import { deliverMail, type OutgoingMail } from "./notices/deliver-mail";
import { HOSTILE } from "./notices/testing/hostile-data";
import { addPendingClicks, addUser } from "./testing/marketplace";
import { operatorCtx } from "./testing/operator-ctx";
import { systemCtx } from "./testing/system-ctx";

const { db, owner, settle, joinedCampaign } = await openSettlementWorld();
const operatorAddresses = ["ann@operators.example", "bob@operators.example"];
const why = { reason: "a farm", dryRun: false };

/** One call of a new operator, each transaction of which is rolled back once and tried again. */
async function newCall(): Promise<Ctx> {
  return { ...(await operatorCtx(db, owner)), db: retryOnce(db) };
}

/** Returns the mails that operators get now; other mails are left out. */
async function deliver(): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} };
  await deliverMail({
    ...systemCtx(db),
    ...{ mailer, appUrl: "https://app.test", operatorAddresses },
  });
  return sent.filter(({ to }) => operatorAddresses.includes(to));
}

async function paidCampaign() {
  const campaign = await joinedCampaign();
  const ids = await addPendingClicks(db, [campaign.click(0), campaign.click(100)]);
  await settle();
  return { ...campaign, ids };
}

const acts: [string, () => Promise<(ctx: Ctx) => Promise<unknown>>, string][] = [
  [
    "clicks.reverse",
    async () => {
      const [one, other] = [await paidCampaign(), await paidCampaign()];
      const clicks = { ids: [...one.ids, ...other.ids] };
      const reversal = { ...why, action: "reverse", category: "bot_traffic", clicks } as const;
      return (ctx) => decideClicks(ctx, reversal);
    },
    "clicks decide approve --act",
  ],
  [
    "user.request_recovery",
    async () => {
      const user = await addUser(db);
      return (ctx) => requestRecovery(ctx, { ...why, user });
    },
    "users decide cancel-recovery",
  ],
  [
    "policy.apply",
    async () => (ctx) =>
      applyPolicy(ctx, { ...why, windowSeconds: 60, policy: { burstClicks: 5 } }),
    "policy apply",
  ],
  [
    "ip_range.deny",
    async () => (ctx) => decideRange(ctx, { ...why, range: "203.0.113.0/24", act: "deny" }),
    "ip-data decide remove 203.0.113.0/24",
  ],
];

beforeEach(async () => {
  await deliver();
});

it.each(acts)("mails %s once to each operator, with how to undo it", async (action, plan, undo) => {
  const act = await plan();
  const call = await newCall();
  await act(call);
  const mails = await deliver();
  expect(mails.map(({ to }) => to)).toEqual(operatorAddresses);
  const name = call.actor.kind === "operator" ? call.actor.name : "";
  for (const { subject, plainText } of mails) {
    expect(subject).toBe(`Operator ${name}: ${action}`);
    expect(plainText).toContain("Reason: a farm");
    expect(plainText.replace(/\s+/g, " ")).toContain(`To undo it: fairclick ${undo}`);
  }
  expect(await deliver()).toEqual([]);
});

it("mails nothing about a preview, or an act that fails or is rolled back", async () => {
  const { id } = await joinedCampaign();
  await pauseCampaign(await newCall(), { reason: "why", dryRun: true, id: asId<CampaignId>(id) });
  const failing = makeChange(await newCall(), why, async () => ({
    action: "campaign.pause",
    ...{ subject: `campaign:${id}`, before: {}, after: {} },
    apply: () => Promise.reject(new Error("It failed")),
  }));
  await expect(failing).rejects.toThrow("It failed");
  expect(await deliver()).toEqual([]);
});

it("makes strangers' text in it printable", async () => {
  const { id } = await joinedCampaign();
  await owner`update campaigns set name = ${HOSTILE} where id = ${id}`;
  await pauseCampaign(await newCall(), { ...why, id: asId<CampaignId>(id), reason: HOSTILE });
  const [mail] = await deliver();
  expect(mail?.plainText).toContain("evil.example");
  const shown = `${mail?.subject}${mail?.plainText}`;
  expect(["\u001b", "\u202e", "\u2066"].filter((unsafe) => shown.includes(unsafe))).toEqual([]);
  expect(mail?.html).not.toMatch(/<img src=x|<a href="https:\/\/evil/);
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

it("survives a stranger's text that is cut in the middle of a character", async () => {
  const act = makeChange(await newCall(), why, async () => ({
    action: "campaign.pause",
    subject: "campaign:1",
    before: { gameUrl: `${"a".repeat(199)}\u{1f600}` },
    after: {},
    apply: async () => {},
  }));
  await expect(act).resolves.toMatchObject({ applied: true });
  expect(await deliver()).toHaveLength(2);
});
