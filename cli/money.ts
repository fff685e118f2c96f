import { type AdminRefund, adminRefundSchema, refundStates } from "@fairclick/core/money/refunds";
import { stripeEventSchema } from "@fairclick/core/money/stripe-events";
import {
  type AdminWithdrawal,
  adminWithdrawalSchema,
  withdrawalStates,
} from "@fairclick/core/money/withdrawals";
import { z } from "zod";
import { defineActs, defineChange } from "./frame/change";
import { defineCommand, listInput, listOptions, type Noun } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { formatFacts, formatMicros, formatMoment, type Paint, toTable } from "./frame/output";
import { reportLedger, showAccount, traceWithdrawal, verifyLedger } from "./ledger";

const listWithdrawalsCommand = defineCommand({
  usage: "list [withdrawal]",
  summary: "list withdrawals, or show one",
  about:
    "Lists the withdrawals of all users, newest first, or shows one with its ids at Stripe and what went wrong. A user is given by id, e-mail address or name. Needs a token with the scope withdrawals:read.",
  examples: [
    "withdrawals list --state held",
    "withdrawals list 01900000-0000-7000-8000-000000000001",
    "withdrawals list --user ann --json | jq -r '[.id, .status, .failureReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--user <user>", "only withdrawals of this user")
      .option("--state <state>", `only withdrawals in this state: ${withdrawalStates.join(", ")}`),
  input: z.object({
    ...listInput,
    withdrawal: z.string().optional(),
    user: z.string().optional(),
    state: z
      .enum(withdrawalStates, { error: `must be one of ${withdrawalStates.join(", ")}` })
      .optional(),
  }),
  output: z.array(adminWithdrawalSchema),
  run: async (host, { withdrawal: id, user, state, limit, ...target }) => {
    const api = openApi(host, target);
    if (id !== undefined) {
      const one = await api.call((client) =>
        client.api.admin.withdrawals[":id"].$get({ param: { id } }),
      );
      return [one.data];
    }
    const filter = { ...(user ? { user } : {}), ...(state ? { state } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.withdrawals.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (withdrawals, paint) => {
    if (withdrawals.length === 0) return paint.faint("None found.");
    const [only] = withdrawals;
    if (only && withdrawals.length === 1) return describeWithdrawal(only, paint);
    const rows = withdrawals.map((withdrawal) => [
      withdrawal.id,
      formatMoment(withdrawal.requestedAt),
      withdrawal.username,
      formatMicros(withdrawal.amountMicros),
      formatWithdrawalState(withdrawal),
    ]);
    return toTable(["withdrawal", "requested", "user", "amount", "state"], rows).join("\n");
  },
});

const decideWithdrawalCommand = defineActs({
  usage: "<withdrawal>",
  summary: "hold, release or retry a withdrawal",
  about: "Needs a token with the scope withdrawals:write.",
  examples: [
    'withdrawals decide release 01900000-0000-7000-8000-000000000001 --reason "a good month"',
  ],
  acts: {
    hold: {
      about:
        "Holds a withdrawal that is not being sent yet, until an operator releases it. The user can still cancel it.",
      send: ({ api }, id, json) =>
        api.admin.withdrawals[":id"][":act"].$post({ param: { id, act: "hold" }, json }),
    },
    release: {
      about: "Releases a held withdrawal. It is sent at once if nothing else prevents it.",
      send: ({ api }, id, json) =>
        api.admin.withdrawals[":id"][":act"].$post({ param: { id, act: "release" }, json }),
    },
    retry: {
      about:
        "Retries a withdrawal now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. A failed withdrawal cannot be retried: its money is back in the user's earnings, and the user can request a new one.",
      send: ({ api }, id, json) =>
        api.admin.withdrawals[":id"][":act"].$post({ param: { id, act: "retry" }, json }),
    },
  },
});

function describeWithdrawal(withdrawal: AdminWithdrawal, paint: Paint): string {
  return formatFacts([
    ["withdrawal", withdrawal.id],
    ["user", `${paint.strong(withdrawal.username)} (${withdrawal.userId})`],
    ["amount", formatMicros(withdrawal.amountMicros)],
    ["state", formatWithdrawalState(withdrawal)],
    ["attempt", String(withdrawal.attempt)],
    ["requested", formatMoment(withdrawal.requestedAt)],
    ["completed", formatMoment(withdrawal.completedAt) || "no"],
    ["account", withdrawal.stripeAccountId],
    ["transfer", withdrawal.transferId ?? "none"],
    ["payout", withdrawal.payoutId ?? "none"],
    ["returned", formatMicros(withdrawal.returnedMicros)],
  ]);
}

function formatWithdrawalState(withdrawal: AdminWithdrawal): string {
  const { status, heldAt, holdReason, holdUntil, userSuspended, retryAt, sendingAt, payoutId } =
    withdrawal;
  if (status === "failed") return `failed: ${withdrawal.failureReason ?? ""}`;
  if (status === "completed") return payoutId ? "completed" : "transferred, waiting for its payout";
  if (heldAt) {
    const until = holdUntil ? ` until ${formatMoment(holdUntil)}` : "";
    return `held${until}: ${holdReason ?? ""}`;
  }
  if (userSuspended) return "waiting: the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}

const listRefundsCommand = defineCommand({
  usage: "list [refund]",
  summary: "list requested refunds, or show one",
  about:
    "Lists the refunds that users requested, newest first, or shows one with its ids at Stripe and what went wrong. A user is given by id, e-mail address or name. Needs a token with the scope refunds:read.",
  examples: [
    "refunds list --state held",
    "refunds list 01900000-0000-7000-8000-000000000001",
    "refunds list --user dana --json | jq -r '[.id, .status, .failureReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--user <user>", "only refunds of this user")
      .option("--state <state>", `only refunds in this state: ${refundStates.join(", ")}`),
  input: z.object({
    ...listInput,
    refund: z.string().optional(),
    user: z.string().optional(),
    state: z.enum(refundStates, { error: `must be one of ${refundStates.join(", ")}` }).optional(),
  }),
  output: z.array(adminRefundSchema),
  run: async (host, { refund: id, user, state, limit, ...target }) => {
    const api = openApi(host, target);
    if (id !== undefined) {
      const one = await api.call((client) =>
        client.api.admin.refunds[":id"].$get({ param: { id } }),
      );
      return [one.data];
    }
    const filter = { ...(user ? { user } : {}), ...(state ? { state } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.refunds.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (refunds, paint) => {
    if (refunds.length === 0) return paint.faint("None found.");
    const [only] = refunds;
    if (only && refunds.length === 1) return describeRefund(only, paint);
    const rows = refunds.map((refund) => [
      refund.id,
      formatMoment(refund.requestedAt),
      refund.username,
      formatMicros(refund.amountMicros),
      formatRefundState(refund),
    ]);
    return toTable(["refund", "requested", "user", "amount", "state"], rows).join("\n");
  },
});

const decideRefundCommand = defineActs({
  usage: "<refund>",
  summary: "hold, release, retry or cancel a refund",
  about: "Needs a token with the scope refunds:write.",
  examples: [
    'refunds decide release 01900000-0000-7000-8000-000000000001 --reason "a known developer"',
  ],
  acts: {
    hold: {
      about: "Holds a refund that is not being sent yet, until an operator releases or cancels it.",
      send: ({ api }, id, json) =>
        api.admin.refunds[":id"][":act"].$post({ param: { id, act: "hold" }, json }),
    },
    release: {
      about: "Releases a held refund. It is sent at once if nothing else prevents it.",
      send: ({ api }, id, json) =>
        api.admin.refunds[":id"][":act"].$post({ param: { id, act: "release" }, json }),
    },
    retry: {
      about:
        "Retries a refund now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. The money of a failed refund is back in the user's wallet, and the user can request a new one; if the account is deleted, this makes a new refund to the same card.",
      send: ({ api }, id, json) =>
        api.admin.refunds[":id"][":act"].$post({ param: { id, act: "retry" }, json }),
    },
    cancel: {
      about: "Cancels a refund that is not being sent yet. Its money returns to the user's wallet.",
      send: ({ api }, id, json) =>
        api.admin.refunds[":id"][":act"].$post({ param: { id, act: "cancel" }, json }),
    },
  },
});

function describeRefund(refund: AdminRefund, paint: Paint): string {
  return formatFacts([
    ["refund", refund.id],
    ["user", `${paint.strong(refund.username)} (${refund.userId})`],
    ["amount", formatMicros(refund.amountMicros)],
    ["state", formatRefundState(refund)],
    ["attempt", String(refund.attempt)],
    ["requested", formatMoment(refund.requestedAt)],
    ["deposit", refund.depositId],
    ["payment", refund.paymentIntentId],
    ["refund at Stripe", refund.stripeRefundId ?? "none"],
  ]);
}

function formatRefundState(refund: AdminRefund): string {
  const { status, heldAt, holdReason, userSuspended, retryAt, sendingAt } = refund;
  if (status === "failed") return `failed: ${refund.failureReason ?? ""}`;
  if (status !== "pending") return status;
  if (heldAt) return `held: ${holdReason ?? ""}`;
  if (userSuspended) return "pending, the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}

const listStripeEvents = defineCommand({
  usage: "events",
  summary: "list unprocessed events from Stripe",
  about:
    "Lists the events from Stripe that are not processed yet, newest first, with their last error: those that are still retried, and those that were parked after their last attempt. Needs a token with the scope stripe:read.",
  examples: ["stripe events", "stripe events --parked --json | jq -r .id"],
  options: (command) =>
    apiOptions(command)
      .option("--parked", "only parked events")
      .option("--limit <count>", "maximum number of events, up to 1000", "50"),
  input: z.object({ ...targetInput, parked: z.boolean().default(false), limit: z.string() }),
  output: z.array(stripeEventSchema),
  run: async (host, { parked, limit, ...target }) => {
    const state = parked ? ("parked" as const) : ("unfinished" as const);
    const { data, total } = await openApi(host, target).call((client) =>
      client.api.admin.stripe.events.$get({ query: { state, limit } }),
    );
    if (total > data.length)
      host.remark(`Shows ${data.length} of ${total}; use --limit to see more.\n`);
    return data;
  },
  text: (events, paint) => {
    if (events.length === 0) return paint.good("None found.");
    const rows = events.map(({ id, type, state, attempts, receivedAt, error }) => {
      const received = receivedAt.slice(0, 19).replace("T", " ");
      return [id, received, state, String(attempts), type, error ?? ""];
    });
    return toTable(["event", "received", "state", "attempts", "type", "error"], rows).join("\n");
  },
});

const retryStripeEvent = defineChange({
  usage: "retry <event>",
  summary: "retry a parked event",
  about:
    "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice. Needs a token with the scope stripe:write.",
  examples: ['stripe retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
  send: (client, id, json) =>
    client.api.admin.stripe.events[":id"].retry.$post({ param: { id }, json }),
});

export const moneyNouns: readonly Noun[] = [
  {
    name: "withdrawals",
    summary: "list, hold and retry withdrawals",
    commands: [listWithdrawalsCommand, decideWithdrawalCommand],
  },
  {
    name: "refunds",
    summary: "list, hold and cancel refunds that developers requested",
    commands: [listRefundsCommand, decideRefundCommand],
  },
  {
    name: "ledger",
    summary: "check the books, print statements and the month's report",
    commands: [verifyLedger, showAccount, reportLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listStripeEvents, retryStripeEvent],
  },
];
