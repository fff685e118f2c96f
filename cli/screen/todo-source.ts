import { caseNames } from "@fairclick/core/operations/cases";
import {
  type Todo,
  type TodoItem,
  type TodoKind,
  todoKinds,
} from "@fairclick/core/operations/work";
import { formatMicros } from "@fairclick/core/resource";
import { describeProblem } from "../frame/failures";
import { formatAge } from "../frame/output";
import { attackView, type MemberReaders, membersHelp, relatedView } from "./members-view";
import type { Act, KeyedView, Page, Row, Source, View } from "./state-more";

const POLL_MS = 10_000;

/** Which items are listed, and in which order; null lists all kinds. */
type Choice = { kind: TodoKind | null; order: TodoOrder };

type Given = Choice & {
  read: () => Promise<Todo>;
  run: Source["run"];
  readers: MemberReaders;
};

/** Returns the screen of `fairclick todo`. */
export function createTodoSource({ read, run, readers, ...choice }: Given): Source {
  const viewOf = ({ kind, order }: Choice): View => ({
    name: `To do: ${kind === null ? "everything" : kindNames[kind]}, by ${order}`,
    read: async () => toPage(await read(), { kind, order }, { viewOf, readers }),
  });
  return {
    columns: [
      { heading: "what", width: 14 },
      { heading: "age", width: 6, side: "right" },
      { heading: "money", width: 11, side: "right" },
      { heading: "who", width: 16 },
      { heading: "about", width: 0 },
    ],
    start: viewOf(choice),
    run,
    emptyText: "Nothing waits.",
    help: [
      "a               decide for the person: approve, release, accept, retry",
      "x               decide against: reject, decline, confirm the report, cancel",
      "e               the accounts that are related, or those of an attack",
      "s               sort by age or by money",
      "tab ← →         only one kind of items",
      "",
      "! marks what has waited for too long.",
      ...membersHelp,
    ],
    pollMs: POLL_MS,
  };
}

type Lists = { viewOf: (choice: Choice) => View; readers: MemberReaders };

function toPage(todo: Todo, { kind, order }: Choice, { viewOf, readers }: Lists): Page {
  const items = todo.items.filter((item) => kind === null || item.kind === kind);
  const kinds = todoKinds.filter((each) => todo.items.some((item) => item.kind === each));
  const [problem] = todo.problems;
  const other = order === "age" ? "money" : "age";
  const sorted: KeyedView = {
    key: "s",
    label: `by ${other}`,
    view: viewOf({ kind, order: other }),
  };
  return {
    rows: sortItems(items, order).map((item) => toRow(item, todo, readers)),
    cursor: null,
    title: describeSums(todo),
    warning: problem ? describeProblem(problem) : null,
    tabs: [null, ...kinds].map((each) => viewOf({ kind: each, order })),
    views: [sorted],
  };
}

function describeSums({ sums, hidden }: Todo): string {
  const waiting = sums.reduce((sum, { count }) => sum + count, 0);
  const unseen = hidden.length === 0 ? "" : `; ${hidden.length} kinds are hidden from your token`;
  return `${waiting} wait${unseen}`;
}

function toRow(item: TodoItem, todo: Todo, readers: MemberReaders): Row {
  const { kind, id, waitsSince, micros, who, campaign, about } = item;
  const { show, acts } = findActions(item);
  const late = isLate(item, todo);
  const belongsTo = [who, campaign && `campaign ${campaign}`].filter(Boolean).join(", ");
  return {
    key: `${kind} ${id}`,
    name: `${kindNames[kind]} ${who ?? id}`,
    cells: [
      `${late ? "!" : " "}${kindNames[kind]}`,
      formatAge(waitsSince, new Date(todo.at)),
      micros === null ? "" : formatMicros(micros),
      who ?? "",
      about,
    ],
    tone: late ? "warn" : null,
    about: [`${kindNames[kind]} ${id}${belongsTo ? `  ${belongsTo}` : ""}`, about, ""],
    show,
    acts,
    views: listViews(item, readers),
  };
}

/** Lists of the accounts that an item is about. */
function listViews({ kind, id, who }: TodoItem, readers: MemberReaders): KeyedView[] {
  if (kind === "attacks") {
    return [{ key: "e", label: "accounts", view: attackView(readers, id) }];
  }
  if (who === null) return [];
  return [{ key: "e", label: "related", view: relatedView(readers, who) }];
}

function isLate({ kind, waitsSince }: TodoItem, { sums, at }: Todo): boolean {
  const hours = sums.find((sum) => sum.kind === kind)?.lateAfterHours ?? 0;
  return Date.parse(at) - Date.parse(waitsSince) > hours * 3_600_000;
}

export type TodoActions = {
  /** Words of the command line that shows the item; null if the list shows everything. */
  show: readonly string[] | null;
  /** Key `a` decides in favour of the person that the item is about, `x` against. */
  acts: readonly Act[];
};

type ActInput = Omit<Act, "prompt" | "stake"> & Partial<Pick<Act, "prompt">>;

const audited = "Reason, for the audit log";
const read = "Reason, which the user reads";

function act(given: ActInput): Act {
  return { prompt: audited, stake: null, ...given };
}

function decideCase(id: string): TodoActions {
  const decide = ["cases", "decide"];
  return {
    show: ["cases", "show", id],
    acts: [
      act({ key: "a", label: "accept", command: [...decide, "accept", id], prompt: read }),
      act({ key: "x", label: "decline", command: [...decide, "decline", id], prompt: read }),
    ],
  };
}

/** To accept a finding or a report is to decide against the person. */
function decideAgainst(id: string, prompt: string): TodoActions {
  const { show, acts } = decideCase(id);
  const keys: Record<string, string> = { a: "x", x: "a" };
  return { show, acts: acts.map((each) => ({ ...each, key: keys[each.key] ?? "", prompt })) };
}

/** One entry per kind. */
const registry: Record<TodoKind, (id: string) => TodoActions> = {
  held_clicks: (id) => {
    const [campaign = "", creator = ""] = id.split(":");
    const group = id.includes("/")
      ? ["--address", id, "--signal", "ip_network"]
      : ["--campaign", campaign, "--creator", creator];
    return {
      show: ["clicks", "list", ...group, "--verdict", "held"],
      acts: [
        act({
          key: "a",
          label: "approve and pay",
          command: ["clicks", "decide", "approve", ...group],
        }),
        act({ key: "x", label: "reject", command: ["clicks", "decide", "reject", ...group] }),
        ...(id.includes("/")
          ? [act({ key: "p", label: "put in a case", command: ["users", "act", "--network", id] })]
          : []),
      ],
    };
  },
  attacks: (id) => ({
    show: ["cases", "show", id],
    acts: [
      act({ key: "a", label: "no attack", command: ["cases", "decide", "decline", id] }),
      act({ key: "x", label: "confirm, close", command: ["cases", "decide", "accept", id] }),
    ],
  }),
  appeals: decideCase,
  objections: decideCase,
  reviews: decideCase,
  findings: (id) => decideAgainst(id, audited),
  reports: (id) => decideAgainst(id, read),
  withdrawals: (id) => ({
    show: ["withdrawals", "show", id],
    acts: [
      act({ key: "a", label: "release", command: ["withdrawals", "decide", "release", id] }),
      act({ key: "x", label: "refuse", command: ["withdrawals", "decide", "cancel", id] }),
    ],
  }),
  refunds: (id) => ({
    show: ["refunds", "show", id],
    acts: [
      act({ key: "a", label: "release", command: ["refunds", "decide", "release", id] }),
      act({ key: "x", label: "cancel", command: ["refunds", "decide", "cancel", id] }),
    ],
  }),
  failed_jobs: (queue) => ({
    show: ["queues", "jobs", queue],
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
    acts: [act({ key: "a", label: "retry", command: ["stripe", "decide", "retry", id] })],
  }),
};

export function findActions(item: TodoItem): TodoActions {
  const { show, acts } = registry[item.kind](item.id);
  return { show, acts: acts.map((each) => ({ ...each, stake: describeStake(item, each.key) })) };
}

/** Names the owner and the sum of the money that an act moves; null if none, or only its preview knows. */
function describeStake({ kind, who, micros, campaign }: TodoItem, key: string): string | null {
  if (who === null || micros === null) return null;
  const money = formatMicros(micros);
  const isFor = key === "a";
  switch (kind) {
    case "held_clicks":
    case "appeals":
      return isFor
        ? `The budget of ${campaign} pays ${money} to ${who}.`
        : `${who} does not get ${money}.`;
    case "objections":
      return isFor ? `Takes ${money} from creators for ${who}; the preview names them.` : null;
    case "findings":
      return isFor ? `${who} can withdraw the ${money}.` : `Takes up to ${money} from ${who}.`;
    case "withdrawals":
      return isFor
        ? `Sends ${money} to ${who}.`
        : `${money} go back to the earnings of ${who}, and pay debts first.`;
    case "refunds":
      return isFor ? `Sends ${money} back to ${who}.` : `${money} stay in the wallet of ${who}.`;
    case "attacks":
    case "reviews":
    case "reports":
    case "failed_jobs":
    case "parked_jobs":
    case "stripe_events":
      return null;
  }
}

/** Names of the kinds on screens, singular. */
export const kindNames: Record<TodoKind, string> = {
  held_clicks: "held clicks",
  ...caseNames,
  withdrawals: "withdrawal",
  refunds: "refund",
  failed_jobs: "failed jobs",
  parked_jobs: "parked job",
  stripe_events: "Stripe event",
};

export const todoOrders = ["age", "money"] as const;
type TodoOrder = (typeof todoOrders)[number];

/** Sorts by age, oldest first, or by money, largest amount first; items without an amount come last. */
export function sortItems(items: readonly TodoItem[], order: TodoOrder): TodoItem[] {
  const byAge = (a: TodoItem, b: TodoItem) => a.waitsSince.localeCompare(b.waitsSince);
  if (order === "age") return [...items].sort(byAge);
  return [...items].sort((a, b) => Number(amount(b) - amount(a)) || byAge(a, b));
}

function amount({ micros }: TodoItem): bigint {
  return micros === null ? -1n : BigInt(micros);
}
