import type { TodoItem, TodoKind } from "@fairclick/core/operations/work";
import type { Act } from "../screen/source";

export type TodoActions = {
  /** Words of the command line that shows the item; null if the list shows everything. */
  show: readonly string[] | null;
  /** Key `a` decides in favour of the person that the item is about, `x` against. */
  acts: readonly Act[];
};

type Given = Omit<Act, "prompt"> & Partial<Pick<Act, "prompt">>;

const audited = "Reason, for the audit log";
const read = "Reason, which the user reads";

function act(given: Given): Act {
  return { prompt: audited, ...given };
}

/** One entry per kind. */
const registry: Record<TodoKind, (id: string) => TodoActions> = {
  held_clicks: (id) => {
    const [campaign = "", creator = ""] = id.split(":");
    const group = ["--campaign", campaign, "--creator", creator];
    return {
      show: ["clicks", "list", ...group, "--verdict", "held"],
      acts: [
        act({
          key: "a",
          label: "approve and pay",
          command: ["clicks", "decide", "approve", ...group],
        }),
        act({ key: "x", label: "reject", command: ["clicks", "decide", "reject", ...group] }),
      ],
    };
  },
  appeals: (id) => ({
    show: null,
    acts: [
      act({
        key: "a",
        label: "accept",
        command: ["appeals", "decide", "accept", id],
        prompt: read,
      }),
      act({
        key: "x",
        label: "decline",
        command: ["appeals", "decide", "decline", id],
        prompt: read,
      }),
    ],
  }),
  objections: (id) => ({
    show: ["objections", "show", id],
    acts: [
      act({
        ...{ key: "a", label: "uphold", prompt: read },
        command: ["objections", "decide", "uphold", id],
      }),
      act({
        ...{ key: "x", label: "dismiss", prompt: read },
        command: ["objections", "decide", "dismiss", id],
      }),
    ],
  }),
  findings: (id) => ({
    show: null,
    acts: [
      act({ key: "a", label: "clear", command: ["findings", "decide", "clear", id] }),
      act({ key: "x", label: "confirm", command: ["findings", "decide", "confirm", id] }),
    ],
  }),
  reviews: (id) => ({
    show: null,
    acts: [
      act({
        key: "a",
        label: "approve",
        command: ["reviews", "decide", "approve", id],
        prompt: read,
      }),
      act({
        key: "x",
        label: "reject",
        command: ["reviews", "decide", "reject", id],
        prompt: read,
      }),
    ],
  }),
  reports: (id) => ({
    show: ["reports", "show", id],
    acts: [
      act({
        key: "a",
        label: "dismiss, it is harmless",
        command: ["reports", "decide", "dismiss", id],
      }),
      act({
        ...{ key: "x", label: "confirm, and warn visitors" },
        ...{ command: ["reports", "decide", "confirm", id], prompt: read },
      }),
    ],
  }),
  withdrawals: (id) => ({
    show: ["withdrawals", "show", id],
    acts: [act({ key: "a", label: "release", command: ["withdrawals", "decide", "release", id] })],
  }),
  refunds: (id) => ({
    show: ["refunds", "show", id],
    acts: [
      act({ key: "a", label: "release", command: ["refunds", "decide", "release", id] }),
      act({ key: "x", label: "cancel", command: ["refunds", "decide", "cancel", id] }),
    ],
  }),
  failed_jobs: (queue) => ({
    show: ["queues", "failed", queue],
    acts: [act({ key: "a", label: "retry all", command: ["queues", "decide", "retry", queue] })],
  }),
  parked_jobs: (job) => ({
    show: null,
    acts: [
      act({ key: "a", label: "retry", command: ["queues", "decide", "retry", job] }),
      act({ key: "x", label: "discard", command: ["queues", "decide", "discard", job] }),
    ],
  }),
  stripe_events: (id) => ({
    show: null,
    acts: [act({ key: "a", label: "retry", command: ["stripe", "retry", id] })],
  }),
};

export function findActions({ kind, id }: Pick<TodoItem, "kind" | "id">): TodoActions {
  return registry[kind](id);
}

/** Names of the kinds on screens, singular. */
export const kindNames: Record<TodoKind, string> = {
  held_clicks: "held clicks",
  appeals: "appeal",
  objections: "objection",
  findings: "finding",
  reviews: "review",
  reports: "report",
  withdrawals: "withdrawal",
  refunds: "refund",
  failed_jobs: "failed jobs",
  parked_jobs: "parked job",
  stripe_events: "Stripe event",
};
