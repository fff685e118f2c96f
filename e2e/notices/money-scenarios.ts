import { randomUUID } from "node:crypto";
import { campaignInput } from "@fairclick/api/testing/people";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { endCampaign } from "@fairclick/services/campaigns/stop-campaign";
import { holdOutflow } from "@fairclick/services/money/operate-outflows";
import { refundWay, requestRefund } from "@fairclick/services/money/refunds";
import { requestWithdrawal } from "@fairclick/services/money/request-withdrawal";
import { withdrawalWay } from "@fairclick/services/money/withdrawals";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { earn, onboard, openCheckout } from "../payments/money";
import type { NoticeWorld, Scenarios, Somebody } from "./notice-world";

const act = { reason: "a test", dryRun: false };
const DAY_SECONDS = 86_400;

const asPerson = ({ id, token, email }: Somebody) => ({ id, token, email, username: id });

async function paid({ app, somebody }: NoticeWorld) {
  const person = await somebody();
  const session = await openCheckout(app, asPerson(person), 5_000);
  await app.standIn.control("checkout/pay", { session });
  return { person, session };
}

/** A person who paid for a campaign of theirs; the payment is not credited yet. */
async function payingFor(world: NoticeWorld) {
  const person = await world.somebody();
  const { call } = world.app;
  const json = campaignInput(world.app, { budget: 50 });
  const saved = await call("POST", "/api/campaigns", { token: person.token, json });
  const id = asId<CampaignId>(saved.json.data._id);
  const session = await openCheckout(world.app, asPerson(person), 5_000, id);
  await world.app.standIn.control("checkout/pay", { session });
  return { to: person.id, id, token: person.token };
}

/** A person with a deposit, and its charge at Stripe. */
async function credited(world: NoticeWorld) {
  const { person, session } = await paid(world);
  await world.app.settle();
  const { stripe } = world.system;
  const checkout = await stripe.checkout.sessions.retrieve(session, { expand: ["payment_intent"] });
  const intent = checkout.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  return { person, charge: String(intent.latest_charge) };
}

async function refunding(world: NoticeWorld) {
  const { person, charge } = await credited(world);
  const [refund] = await requestRefund(world.as(person.id), { amountCents: 1_000 });
  if (!refund) throw new Error("No refund");
  return { to: person.id, refund, charge };
}

async function earner({ app, somebody }: NoticeWorld) {
  const person = await somebody();
  await onboard(app, asPerson(person));
  await earn(app, asPerson(person), 500);
  return person;
}

async function withdrawing(world: NoticeWorld) {
  const { id: to } = await earner(world);
  const input = { amountCents: 300, ...instantPayouts };
  const { id } = await requestWithdrawal(world.as(to), input);
  return { to, id };
}

export const moneyScenarios: Scenarios = {
  "deposit.arrived": async (world) => {
    const { person } = await paid(world);
    return { to: person.id, change: world.work };
  },
  "campaign.paid launched": async (world) => {
    const { to } = await payingFor(world);
    return { to, change: world.work };
  },
  "campaign.paid added": async (world) => {
    const { to, id, token } = await payingFor(world);
    await world.app.settle();
    const json = { amount: 2_000, campaignId: id, addedBudget: 20 };
    const path = "/api/stripe/create-checkout-session";
    const opened = await world.app.call("POST", path, { token, json });
    await world.app.standIn.control("checkout/pay", { session: opened.json.id });
    return { to, change: world.work };
  },
  "campaign.paid refused": async (world) => {
    const { to, id } = await payingFor(world);
    await endCampaign(world.as(to), id);
    return { to, change: world.work };
  },
  "deposit.changed disputed": async (world) => {
    const { person, charge } = await credited(world);
    await world.app.standIn.control("disputes/open", { charge });
    return { to: person.id, change: world.work };
  },
  "deposit.changed refunded": async (world) => {
    const { person, charge } = await credited(world);
    await world.app.standIn.control("refunds/create", { charge });
    return { to: person.id, change: world.work };
  },
  "deposit.changed restored": async (world) => {
    const { person, charge } = await credited(world);
    await world.app.standIn.control("disputes/open", { charge });
    await world.app.settle();
    const { data } = await world.system.stripe.disputes.list({ limit: 100 });
    const dispute = data.find((each) => each.charge === charge)?.id ?? "";
    await world.app.standIn.control("disputes/close", { dispute, status: "won" });
    return { to: person.id, change: world.work };
  },
  "refund.held": async (world) => {
    const { to, refund } = await refunding(world);
    return { to, change: () => holdOutflow(world.operator, refundWay, { ...act, id: refund.id }) };
  },
  "refund.sent": async (world) => {
    const { to } = await refunding(world);
    return { to, change: world.work };
  },
  "refund.failed": async (world) => {
    const { to, charge } = await refunding(world);
    await world.app.settle();
    const { data } = await world.system.stripe.refunds.list({ limit: 100 });
    const refund = data.find((each) => each.charge === charge)?.id ?? "";
    await world.app.standIn.control("refunds/fail", { refund });
    return { to, change: world.work };
  },
  "withdrawal.requested": async (world) => {
    const { id: to } = await earner(world);
    const input = { amountCents: 300, ...instantPayouts, requestId: randomUUID() };
    return { to, change: () => requestWithdrawal(world.as(to), input) };
  },
  "withdrawal.held": async (world) => {
    const { to, id } = await withdrawing(world);
    return { to, change: () => holdOutflow(world.operator, withdrawalWay, { ...act, id }) };
  },
  "withdrawal.sent": async (world) => {
    const { to } = await withdrawing(world);
    return { to, change: world.work };
  },
  "withdrawal.arrived": async (world) => {
    const { to } = await withdrawing(world);
    await world.app.settle();
    await world.app.standIn.control("clock/advance", { seconds: 10 * DAY_SECONDS });
    return { to, change: world.work };
  },
  "withdrawal.failed": async (world) => {
    const { to, id } = await withdrawing(world);
    await world.app.settle();
    const [row] = await world.app.owner<{ payout: string }[]>`
      select payout_id as payout from withdrawals where id = ${id}`;
    await world.app.standIn.control("payouts/fail", { payout: row?.payout ?? "" });
    const change = async () => {
      await world.work();
      await world.work();
    };
    return { to, change };
  },
};
