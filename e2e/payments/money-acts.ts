import { MIN_BUDGET_CLICKS, type NewCampaign } from "@fairclick/core/campaigns/campaign-input";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { fundCampaign, releaseEscrow } from "@fairclick/services/campaigns/budget";
import { createCampaign } from "@fairclick/services/campaigns/create-campaign";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import type { Ctx } from "@fairclick/services/context";
import { createCheckout, fulfilDeposit } from "@fairclick/services/money/deposits";
import { reconcileStripe } from "@fairclick/services/money/ledger";
import { cancelOwn } from "@fairclick/services/money/outflows";
import { requestRefund } from "@fairclick/services/money/refunds";
import { requestWithdrawal } from "@fairclick/services/money/request-withdrawal";
import { sendRefund } from "@fairclick/services/money/reverse-deposit";
import { sendWithdrawal } from "@fairclick/services/money/send-withdrawal";
import type { PaymentsCtx } from "@fairclick/services/money/stripe";
import { processStripeEvent } from "@fairclick/services/money/stripe-events";
import { spendEarnings } from "@fairclick/services/money/wallet";
import { withdrawalWay } from "@fairclick/services/money/withdrawals";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import fc from "fast-check";
import type Stripe from "stripe";

const DAY_MS = 86_400_000;
const PAYOUT_MICROS = 50_000n;
/** Deposits are large enough to leave something to transfer after Stripe's dispute fees. */
const DEPOSIT_TIMES = 100;

/** `who` selects one of the rows that an act applies to; the same rows select the same one. */
const about = <Do extends string>(what: Do) =>
  fc.record({ do: fc.constant(what), who: fc.nat(), cents: fc.integer({ min: 100, max: 400 }) });

export const moneyAct = fc.oneof(
  { weight: 3, arbitrary: about("deposit") },
  { weight: 3, arbitrary: about("fulfil") },
  { weight: 12, arbitrary: about("hear") },
  { weight: 3, arbitrary: about("launch") },
  { weight: 2, arbitrary: about("fund") },
  { weight: 4, arbitrary: about("click") },
  { weight: 6, arbitrary: about("settle") },
  { weight: 1, arbitrary: about("approve") },
  { weight: 1, arbitrary: about("reject") },
  { weight: 1, arbitrary: about("reverse") },
  { weight: 1, arbitrary: about("release") },
  { weight: 5, arbitrary: about("withdraw") },
  { weight: 3, arbitrary: about("spend") },
  { weight: 1, arbitrary: about("cancel") },
  { weight: 8, arbitrary: about("send") },
  { weight: 3, arbitrary: about("giveBack") },
  { weight: 6, arbitrary: about("sendRefund") },
  { weight: 1, arbitrary: about("failPayout") },
  { weight: 1, arbitrary: about("refund") },
  { weight: 1, arbitrary: about("failRefund") },
  { weight: 1, arbitrary: about("dispute") },
  { weight: 2, arbitrary: about("closeDispute") },
  { weight: 1, arbitrary: about("reconcile") },
);
export type MoneyAct = typeof moneyAct extends fc.Arbitrary<infer T> ? T : never;

/** `control` runs an action of the stand-in: what only Stripe, a bank or a cardholder can do. */
export type MoneyWorld = {
  ctx: PaymentsCtx;
  operator: Ctx;
  control: (action: string, input: Record<string, unknown>) => Promise<unknown>;
};

/** Performs the act if there is a row to apply it to. Throws what the verb throws. */
export async function perform(world: MoneyWorld, act: MoneyAct): Promise<unknown> {
  const { ctx, control } = world;
  switch (act.do) {
    case "deposit": {
      const userId = await pickUser(world, act);
      const { id } = await createCheckout(as(ctx, userId), {
        amountCents: act.cents * DEPOSIT_TIMES,
      });
      return control("checkout/pay", { session: id });
    }
    case "fulfil":
      return withRow(pickSession(world, act, "pending"), (id) => fulfilDeposit(ctx, id));
    case "hear":
      return withRow(pickEvent(world, act), (id) => processStripeEvent(ctx, id));
    case "launch":
      return launch(world, act);
    case "fund":
      return withCampaign(world, act, ({ id, developerId }) =>
        fundCampaign(as(ctx, developerId), id, { trustedHosts: ["game.example"] }),
      );
    case "click":
      return withCampaign(world, act, ({ id }) => click(world, act, id));
    case "settle":
      return settleClicks(ctx, {
        watermark: ctx.now(),
        windowSeconds: 60,
        shard: 0,
        shards: 1,
        batchSize: 1 + (act.who % 7),
      });
    case "approve":
    case "reject":
    case "reverse":
      return withCampaign(world, act, ({ id }) => decide(world.operator, act.do, id));
    case "release":
      return withCampaign(world, act, (campaign) =>
        releaseEscrow(ctx, { ...campaign, watermark: new Date(ctx.now().getTime() + 9 * DAY_MS) }),
      );
    case "withdraw": {
      const userId = await pickUser(world, act);
      const amountCents = 1 + (act.who % 40);
      return requestWithdrawal(as(ctx, userId), {
        amountCents,
        ...instantPayouts,
      });
    }
    case "spend": {
      const userId = await pickUser(world, act);
      return spendEarnings(as(ctx, userId), {
        amountCents: 1 + (act.who % 40),
        ...instantPayouts,
      });
    }
    case "cancel":
      return withWithdrawal(world, act, ({ id, userId: by }) =>
        cancelOwn(as(ctx, by), withdrawalWay, id),
      );
    case "send":
      return withWithdrawal(world, act, ({ id }) => sendWithdrawal(ctx, id));
    case "giveBack": {
      const userId = await pickUser(world, act);
      return requestRefund(as(ctx, userId), { amountCents: act.cents });
    }
    case "sendRefund":
      return withRow(pickRefund(world, act), (id) => sendRefund(ctx, id));
    case "failPayout":
      return withRow(pickPayout(world, act), (payout) =>
        control("payouts/fail", { payout, code: "account_closed" }),
      );
    case "reconcile":
      return reconcileStripe(ctx);
    default:
      return actAtStripe(world, act);
  }
}

/** Performs what a bank or a cardholder does to a payment. */
async function actAtStripe({ ctx, control }: MoneyWorld, act: MoneyAct): Promise<unknown> {
  const pickOne = <Item>(items: Item[] | undefined) => items?.[act.who % (items.length || 1)];
  switch (act.do) {
    case "refund":
    case "dispute": {
      const { data } = await ctx.stripe.charges.list({ limit: 100 });
      const charge = pickOne(data.filter(({ disputed, refunded }) => !disputed && !refunded));
      if (!charge) return;
      if (act.do === "dispute") return control("disputes/open", { charge: charge.id });
      const left = charge.amount - charge.amount_refunded;
      const amountCents = 1 + (act.cents % left);
      return control("refunds/create", { charge: charge.id, amountCents });
    }
    case "failRefund": {
      const { data } = await ctx.stripe.refunds.list({ limit: 100 });
      const refund = pickOne(data.filter(({ status }) => status === "succeeded"));
      return refund && control("refunds/fail", { refund: refund.id });
    }
    default: {
      const { data } = await ctx.stripe.disputes.list({ limit: 100 });
      const open = pickOne(data.filter(isOpen));
      const status = act.cents % 2 === 0 ? "won" : "lost";
      return open && control("disputes/close", { dispute: open.id, status });
    }
  }
}

function isOpen({ status }: Stripe.Dispute): boolean {
  return status !== "won" && status !== "lost";
}

function as(ctx: PaymentsCtx, userId: UserId): PaymentsCtx {
  return { ...ctx, actor: { kind: "user", userId } };
}

async function launch(world: MoneyWorld, act: MoneyAct): Promise<unknown> {
  const userId = await pickUser(world, act);
  const day = (offset: number) =>
    new Date(world.ctx.now().getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  const campaign: NewCampaign = {
    name: "Tower of Fun",
    gameTitle: "Tower of Fun",
    description: "Climb the tower.",
    gameUrl: "https://game.example/1",
    payoutPerClick: PAYOUT_MICROS,
    budget: PAYOUT_MICROS * (MIN_BUDGET_CLICKS + BigInt(act.cents % 30)),
    startDate: day(-1),
    endDate: day(7),
    conversionTips: "Show the last jump.",
    tags: ["Obby"],
    targetAudience: "Everyone",
    trailerLink: "",
    hashtags: [],
    isActive: true,
  };
  const appUrl = "https://fairclick.example";
  return createCampaign(as(world.ctx, userId), campaign, {
    appUrl,
    trackingUrl: appUrl,
    trustedHosts: ["game.example"],
    feeBasisPoints: 1_000,
  });
}

/** Adds clicks of different people, one of them a bot and one through a VPN. */
async function click(world: MoneyWorld, act: MoneyAct, campaignId: CampaignId): Promise<unknown> {
  const creatorId = await pickUser(world, act);
  const at = new Date(world.ctx.now().getTime() - 300_000);
  const signals = [[], [], [], [], "known_bot", "vpn"] as const;
  return addPendingClicks(
    world.ctx.db,
    signals.map((signal) => ({
      at,
      campaignId,
      creatorId,
      signals: typeof signal === "string" ? [{ signal, evidence: {} }] : [],
    })),
  );
}

/** Decides all of a campaign's clicks to which the action applies. */
async function decide(operator: Ctx, action: MoneyAct["do"], campaignId: CampaignId) {
  const decision = { clicks: { group: { campaignId } }, reason: "Looked at", dryRun: false };
  if (action === "reverse")
    return decideClicks(operator, { action, category: "other", ...decision });
  if (action === "approve" || action === "reject")
    return decideClicks(operator, { action, ...decision });
}

type Picked<Row> = Promise<Row | undefined>;

async function withRow(picked: Picked<{ id: string }>, then: (id: string) => Promise<unknown>) {
  const row = await picked;
  return row && then(row.id);
}

async function pickUser({ ctx }: MoneyWorld, { who }: MoneyAct): Promise<UserId> {
  const [row] = await ctx.db.sql<{ id: UserId }[]>`
    select id from users where stripe_account_verified order by md5(id::text || ${who}) limit 1`;
  if (!row) throw new AppError("not_found", "Nobody is there");
  return row.id;
}

async function pickSession({ ctx }: MoneyWorld, { who }: MoneyAct, status: string) {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    select checkout_session_id as id from deposits
    where status = ${status} and checkout_session_id is not null
    order by md5(id::text || ${who}) limit 1`;
  return row;
}

async function pickEvent({ ctx }: MoneyWorld, { who }: MoneyAct) {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    select id from stripe_events where processed_at is null order by md5(id || ${who}) limit 1`;
  return row;
}

async function pickPayout({ ctx }: MoneyWorld, { who }: MoneyAct) {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    select payout_id as id from withdrawals where payout_id is not null and status = 'completed'
    order by md5(id::text || ${who}) limit 1`;
  return row;
}

async function pickRefund({ ctx }: MoneyWorld, { who }: MoneyAct) {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    select id from refunds where status = 'pending' order by md5(id::text || ${who}) limit 1`;
  return row;
}

type Campaign = { id: CampaignId; developerId: UserId };

async function withCampaign(
  { ctx }: MoneyWorld,
  { who }: MoneyAct,
  then: (campaign: Campaign) => Promise<unknown>,
): Promise<unknown> {
  const [row] = await ctx.db.sql<Campaign[]>`
    select id, developer_id as "developerId" from campaigns
    order by md5(id::text || ${who}) limit 1`;
  return row && then(row);
}

async function withWithdrawal(
  { ctx }: MoneyWorld,
  { who }: MoneyAct,
  then: (withdrawal: { id: string; userId: UserId }) => Promise<unknown>,
): Promise<unknown> {
  const [row] = await ctx.db.sql<{ id: string; userId: UserId }[]>`
    select id, user_id as "userId" from withdrawals
    where status = 'pending' or (status = 'completed' and payout_id is null)
    order by md5(id::text || ${who}) limit 1`;
  return row && then({ ...row, userId: asId<UserId>(row.userId) });
}
