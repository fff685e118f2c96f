import type Stripe from "stripe";
import { z } from "zod";
import type { testBanks } from "../accounts/bank-account";
import {
  completeOnboarding,
  deauthoriseAccount,
  restrictAccount,
} from "../accounts/change-account";
import { requireObject } from "../api/require";
import { failPayout, landPayout, sendPayout } from "../payouts/payout-life";
import { get, type World } from "../world/world";
import { defineAction } from "./define-action";

const account = z.object({ account: z.string() });
const payout = z.object({ payout: z.string() });
const bank = z.literal(["works", "account_closed", "no_account"]) satisfies z.ZodType<
  keyof typeof testBanks
>;

export const accountActions = {
  /** Completes onboarding. Also lifts a restriction. */
  "accounts/complete": defineAction(
    account.extend({ bank: bank.default("works"), number: z.string().optional() }),
    ({ world }, input): Stripe.Account => {
      completeOnboarding(world, requireObject(world, "account", input.account), input);
      return get(world, "account", input.account);
    },
  ),

  "accounts/restrict": defineAction(account, ({ world }, { account: id }): Stripe.Account => {
    restrictAccount(world, requireObject(world, "account", id));
    return get(world, "account", id);
  }),

  "accounts/deauthorise": defineAction(account, ({ world }, { account: id }) => {
    deauthoriseAccount(world, requireObject(world, "account", id));
    return {};
  }),

  /** Pays out now, or fails the payout if its bank is one that fails. */
  "payouts/land": defineAction(payout, ({ world }, { payout: id }): Stripe.Payout => {
    sendPayout(world, anyPayout(world, id).id);
    landPayout(world, id);
    return anyPayout(world, id);
  }),

  /** Fails a payout, including one that is already paid. */
  "payouts/fail": defineAction(
    payout.extend({ code: z.string().default("account_closed") }),
    ({ world }, { payout: id, code }): Stripe.Payout => {
      failPayout(world, anyPayout(world, id), code);
      return anyPayout(world, id);
    },
  ),
};

function anyPayout(world: World, id: string) {
  const owner = world.state.objects.payout[id]?.account ?? null;
  return requireObject(world, "payout", id, { account: owner });
}
