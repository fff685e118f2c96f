import { z } from "zod";
import { type Cells, defineResource, formatMoment } from "../resource";
import { microsSchema, pageQuerySchema, timeSchema, userNameSchema } from "../schemas";
import { refundStatuses } from "./refunds";

const withdrawalStates = ["pending", "held", "completed", "failed"] as const;

const withdrawalSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userSuspendedAt: timeSchema.nullable(),
  amountMicros: microsSchema,
  status: z.enum(["pending", "completed", "failed"]),
  heldAt: timeSchema.nullable(),
  holdReason: z.string().nullable(),
  /** When the hold ends by itself, or by when an operator should decide; null without such a time. */
  holdUntil: timeSchema.nullable(),
  attempt: z.int(),
  requestedAt: timeSchema,
  /** When sending began; from then on, it cannot be held. */
  sendingAt: timeSchema.nullable(),
  retryAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  stripeAccountId: z.string(),
  transferId: z.string().nullable(),
  payoutId: z.string().nullable(),
  returnedMicros: microsSchema,
  failureReason: z.string().nullable(),
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
    query: pageQuerySchema.extend({
      user: userNameSchema.optional(),
      state: z.enum(withdrawalStates).optional(),
    }),
    options: {
      "--user <user>": "only withdrawals of this user",
      "--state <state>": "only withdrawals in this state",
    },
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
    acts: {
      hold: {
        about:
          "Holds a withdrawal that is not being sent yet, until an operator releases it. The user can still cancel it.",
      },
      release: {
        about: "Releases a held withdrawal. It is sent at once if nothing else prevents it.",
      },
      retry: {
        about:
          "Retries a withdrawal now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. A failed withdrawal cannot be retried: its money is back in the user's earnings, and the user can request a new one.",
      },
      cancel: {
        about:
          "Refuses a withdrawal that is not being sent yet. Its money returns to the user's earnings, and pays their debts first.",
      },
    },
  },
});

function describeWithdrawalState(withdrawal: Withdrawal): string {
  const { status, heldAt, holdReason, holdUntil, userSuspendedAt, retryAt, sendingAt, payoutId } =
    withdrawal;
  if (status === "failed") return `failed: ${withdrawal.failureReason ?? ""}`;
  if (status === "completed") return payoutId ? "completed" : "transferred, waiting for its payout";
  if (heldAt) {
    const until = holdUntil ? ` until ${formatMoment(holdUntil)}` : "";
    return `held${until}: ${holdReason ?? ""}`;
  }
  if (userSuspendedAt) return "waiting: the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}

const refundStates = ["pending", "held", "sent", "succeeded", "failed"] as const;

const refundSchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  userSuspendedAt: timeSchema.nullable(),
  depositId: z.string(),
  amountMicros: microsSchema,
  /** The part of it that Stripe keeps as its fee. */
  stripeFeeMicros: microsSchema,
  status: z.enum(refundStatuses),
  heldAt: timeSchema.nullable(),
  holdReason: z.string().nullable(),
  attempt: z.int(),
  requestedAt: timeSchema,
  /** When sending began; from then on, it cannot be held. */
  sendingAt: timeSchema.nullable(),
  retryAt: timeSchema.nullable(),
  paymentIntentId: z.string(),
  stripeRefundId: z.string().nullable(),
  failureReason: z.string().nullable(),
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
    query: pageQuerySchema.extend({
      user: userNameSchema.optional(),
      state: z.enum(refundStates).optional(),
    }),
    options: {
      "--user <user>": "only refunds of this user",
      "--state <state>": "only refunds in this state",
    },
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
    acts: {
      hold: {
        about:
          "Holds a refund that is not being sent yet, until an operator releases or cancels it.",
      },
      release: {
        about: "Releases a held refund. It is sent at once if nothing else prevents it.",
      },
      retry: {
        about:
          "Retries a refund now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. The money of a failed refund is back in the user's wallet, and the user can request a new one; if the account is deleted, this makes a new refund to the same card.",
      },
      cancel: {
        about:
          "Cancels a refund that is not being sent yet. Its money returns to the user's wallet.",
      },
    },
  },
});

/** The resources that have no other commands than `list`, `show` and `decide`. */
export const plainResources = [withdrawals, refunds];

function describeRefundState(refund: Refund): string {
  const { status, heldAt, holdReason, userSuspendedAt, retryAt, sendingAt } = refund;
  if (status === "failed") return `failed: ${refund.failureReason ?? ""}`;
  if (status !== "pending") return status;
  if (heldAt) return `held: ${holdReason ?? ""}`;
  if (userSuspendedAt) return "pending, the user is suspended";
  if (retryAt) return `pending, next attempt ${formatMoment(retryAt)}`;
  return sendingAt ? "being sent" : "pending";
}
