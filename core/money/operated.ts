import { z } from "zod";
import { type Cells, defineResource, formatMoment } from "../resource";
import {
  microsSchema,
  onlySchema,
  pageQuerySchema,
  pageQueryWithCursor,
  timeSchema,
  userNameSchema,
} from "../schemas";
import { refundStatuses } from "./refunds";

/** What operators read of money that leaves: a withdrawal or a refund. */
const outflowSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userSuspendedAt: timeSchema.nullable(),
  amountMicros: microsSchema,
  heldAt: timeSchema.nullable(),
  holdReason: z.string().nullable(),
  attempt: z.int(),
  requestedAt: timeSchema,
  /** When sending began; from then on, it cannot be held. */
  sendingAt: timeSchema.nullable(),
  retryAt: timeSchema.nullable(),
  failureReason: z.string().nullable(),
});
type Outflow = z.input<typeof outflowSchema>;

const listQuery = <const State extends string>(states: readonly [State, ...State[]]) =>
  pageQuerySchema.extend({
    user: userNameSchema.optional(),
    state: z.enum(states).optional(),
  });

const listOptions = (many: string) => ({
  "--user <user>": `only ${many} of this user`,
  "--state <state>": `only ${many} in this state`,
});

/** Says what a pending one waits for. */
function describeWait(
  { heldAt, holdReason, userSuspendedAt, retryAt, sendingAt }: Outflow,
  until = "",
) {
  if (heldAt) return `held${until}: ${holdReason ?? ""}`;
  if (userSuspendedAt) return "waiting: the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}

const describeActs = (one: string, { again, cancel }: { again: string; cancel: string }) => ({
  hold: {
    about: `Holds a ${one} that is not being sent yet, until an operator releases or cancels it. The user can still cancel it.`,
  },
  release: { about: `Releases a held ${one}. It is sent at once if nothing else prevents it.` },
  retry: {
    about: `Retries a ${one} now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. ${again}`,
  },
  cancel: { about: cancel },
});

const withdrawalSchema = outflowSchema.extend({
  status: z.enum(["pending", "completed", "failed"]),
  /** When the hold ends by itself, or by when an operator should decide; null without such a time. */
  holdUntil: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  stripeAccountId: z.string(),
  transferId: z.string().nullable(),
  payoutId: z.string().nullable(),
  returnedMicros: microsSchema,
});
type Withdrawal = z.input<typeof withdrawalSchema>;

export const withdrawals = defineResource({
  path: "withdrawals",
  summary: "list, hold and retry withdrawals",
  one: "withdrawal",
  key: "id",
  list: {
    scope: "withdrawals:read",
    summary: "list withdrawals",
    about:
      "Lists the withdrawals of all users, newest first. A user is given by id, e-mail address or name.",
    examples: [
      "withdrawals list --state held",
      "withdrawals list --user ann --json | jq -r '[.id, .status, .failureReason] | @tsv'",
    ],
    query: listQuery(["pending", "held", "completed", "failed"]),
    options: listOptions("withdrawals"),
    row: withdrawalSchema,
    columns: {
      withdrawal: "id",
      requested: "requestedAt",
      user: "username",
      amount: "amountMicros",
      state: describeWithdrawalState,
    } satisfies Cells<Withdrawal>,
  },
  show: {
    scope: "withdrawals:read",
    summary: "show one withdrawal",
    about: "Shows one withdrawal with its ids at Stripe and what went wrong.",
    examples: ["withdrawals show 01900000-0000-7000-8000-000000000001"],
    item: withdrawalSchema,
    facts: {
      withdrawal: "id",
      user: ({ username, userId }, { strong }) => `${strong(username)} (${userId})`,
      amount: "amountMicros",
      state: describeWithdrawalState,
      attempt: "attempt",
      requested: "requestedAt",
      completed: ({ completedAt }) => formatMoment(completedAt) || "no",
      account: "stripeAccountId",
      transfer: "transferId",
      payout: "payoutId",
      returned: "returnedMicros",
    } satisfies Cells<Withdrawal>,
  },
  decide: {
    scope: "withdrawals:write",
    summary: "hold, release, retry or cancel a withdrawal",
    about: "",
    examples: [
      'withdrawals decide release 01900000-0000-7000-8000-000000000001 --reason "a good month"',
    ],
    acts: describeActs("withdrawal", {
      again:
        "A failed withdrawal cannot be retried: its money is back in the user's earnings, and the user can request a new one.",
      cancel:
        "Refuses a withdrawal that is not being sent yet. Its money returns to the user's earnings, and pays their debts first.",
    }),
  },
});

function describeWithdrawalState(withdrawal: Withdrawal): string {
  const { status, failureReason, holdUntil, payoutId } = withdrawal;
  if (status === "failed") return `failed: ${failureReason ?? ""}`;
  if (status === "completed") return payoutId ? "completed" : "transferred, waiting for its payout";
  return describeWait(withdrawal, holdUntil ? ` until ${formatMoment(holdUntil)}` : "");
}

const refundSchema = outflowSchema.extend({
  status: z.enum(refundStatuses),
  depositId: z.string(),
  /** The part of it that Stripe keeps as its fee. */
  stripeFeeMicros: microsSchema,
  paymentIntentId: z.string(),
  stripeRefundId: z.string().nullable(),
});
type Refund = z.input<typeof refundSchema>;

export const refunds = defineResource({
  path: "refunds",
  summary: "list, hold and cancel refunds that developers requested",
  one: "refund",
  key: "id",
  list: {
    scope: "refunds:read",
    summary: "list requested refunds",
    about:
      "Lists the refunds that users requested, newest first. A user is given by id, e-mail address or name.",
    examples: [
      "refunds list --state held",
      "refunds list --user dana --json | jq -r '[.id, .status, .failureReason] | @tsv'",
    ],
    query: listQuery(["pending", "held", "sent", "succeeded", "failed"]),
    options: listOptions("refunds"),
    row: refundSchema,
    columns: {
      refund: "id",
      requested: "requestedAt",
      user: "username",
      amount: "amountMicros",
      state: describeRefundState,
    } satisfies Cells<Refund>,
  },
  show: {
    scope: "refunds:read",
    summary: "show one refund",
    about: "Shows one refund with its ids at Stripe and what went wrong.",
    examples: ["refunds show 01900000-0000-7000-8000-000000000001"],
    item: refundSchema,
    facts: {
      refund: "id",
      user: ({ username, userId }, { strong }) => `${strong(username)} (${userId})`,
      amount: "amountMicros",
      "of it Stripe's fee": "stripeFeeMicros",
      state: describeRefundState,
      attempt: "attempt",
      requested: "requestedAt",
      deposit: "depositId",
      payment: "paymentIntentId",
      "refund at Stripe": "stripeRefundId",
    } satisfies Cells<Refund>,
  },
  decide: {
    scope: "refunds:write",
    summary: "hold, release, retry or cancel a refund",
    about: "",
    examples: [
      'refunds decide release 01900000-0000-7000-8000-000000000001 --reason "a known developer"',
    ],
    acts: describeActs("refund", {
      again:
        "The money of a failed refund is back in the user's wallet, and the user can request a new one; if the account is deleted, this makes a new refund to the same card.",
      cancel:
        "Cancels a refund that is not being sent yet. Its money returns to the user's wallet.",
    }),
  },
});

function describeRefundState(refund: Refund): string {
  if (refund.status === "failed") return `failed: ${refund.failureReason ?? ""}`;
  return refund.status === "pending" ? describeWait(refund) : refund.status;
}

/** The resources that have no other commands than `list`, `show` and `decide`. */
export const plainResources = [withdrawals, refunds];

const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  /** The connected account of the event; null for events of the platform itself. */
  account: z.string().nullable(),
  state: z.enum(["open", "parked"]),
  attempts: z.int(),
  createdAt: timeSchema,
  receivedAt: timeSchema,
  parkedAt: timeSchema.nullable(),
  error: z.string().nullable(),
});

export const stripeEvents = defineResource({
  path: "stripe/events",
  one: "event",
  key: "id",
  keySchema: z.string().max(255),
  list: {
    scope: "stripe:read",
    summary: "list unprocessed events from Stripe",
    about:
      "Lists the events from Stripe that are not processed yet, newest first, with their last error: those that are still retried, and those that were parked after their last attempt.",
    examples: ["stripe events", "stripe events --parked --json | jq -r .id"],
    query: pageQueryWithCursor(/^[\x21-\x7e]{1,255}$/).extend({ parked: onlySchema }),
    options: { "--parked": "only parked events" },
    isGoodIfEmpty: true,
    row: stripeEventSchema,
    columns: {
      event: "id",
      received: "receivedAt",
      state: "state",
      attempts: "attempts",
      type: "type",
      error: "error",
    } satisfies Cells<z.input<typeof stripeEventSchema>>,
  },
  decide: {
    scope: "stripe:write",
    summary: "retry a parked event",
    about: "",
    examples: ['stripe decide retry evt_1Nv0FGQ9RKHgCVdK --reason "the bug is fixed"'],
    acts: {
      retry: {
        about:
          "Retries a parked event, with as many attempts as a new one. The job queries Stripe for the current state, so nothing happens twice.",
      },
    },
  },
});
