import { caseNames } from "@fairclick/core/operations/cases";
import {
  type Todo,
  type TodoItem,
  type TodoKind,
  todoKinds,
} from "@fairclick/core/operations/work";
import { formatMicros } from "@fairclick/core/resource";
import { describeProblem } from "../frame/failures";
import type { Act, KeyedView, Page, Row, Source, View } from "../frame/host";
import { formatAge } from "../frame/output";
import { type ReadRelated, relatedHelp, relatedView } from "./inspect-source";

const POLL_MS = 10_000;

/** Which items are listed, and in which order; null lists all kinds. */
type Choice = { kind: TodoKind | null; order: TodoOrder };

type Given = Choice & {
  read: () => Promise<Todo>;
  run: Source["run"];
  readRelated: ReadRelated;
};

export function createTodoSource({ read, run, readRelated, ...choice }: Given): Source {
  const viewOf = ({ kind, order }: Choice): View => ({
    name: `To do: ${kind === null ? "everything" : kindNames[kind]}, by ${order}`,
    read: async () => toPage(await read(), { kind, order }, { viewOf, readRelated }),
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
      "e               the accounts that are related",
      "s               sort by age or by money",
      "tab ← →         only one kind of items",
      "",
      "! marks what has waited for too long.",
      ...relatedHelp,
    ],
    pollMs: POLL_MS,
  };
}

type Lists = { viewOf: (choice: Choice) => View; readRelated: ReadRelated };

function toPage(todo: Todo, { kind, order }: Choice, { viewOf, readRelated }: Lists): Page {
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
    rows: sortItems(items, order).map((item) => toRow(item, todo, readRelated)),
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

function toRow(item: TodoItem, todo: Todo, readRelated: ReadRelated): Row {
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
    views:
      who === null ? [] : [{ key: "e", label: "related", view: relatedView(readRelated, who) }],
  };
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

const audited = "Reason, for the audit log";
const read = "Reason, which the user reads";

function act(key: string, label: string, line: string, ...subjects: string[]): Act {
  return { key, label, command: line.split(" "), subjects, prompt: audited, stake: null };
}

function decideCase(id: string): TodoActions {
  const acts = [
    act("a", "accept", "cases decide accept", id),
    act("x", "decline", "cases decide decline", id),
  ];
  return {
    show: ["cases", "show", id],
    acts: acts.map((each) => ({ ...each, prompt: read })),
  };
}

/** To accept a finding or a report is to decide against the person. */
function decideAgainst(id: string, prompt: string): TodoActions {
  const { show, acts } = decideCase(id);
  const keys: Record<string, string> = { a: "x", x: "a" };
  return { show, acts: acts.map((each) => ({ ...each, key: keys[each.key] ?? "", prompt })) };
}

const registry: Record<TodoKind, (id: string) => TodoActions> = {
  held_clicks: (id) => {
    const [campaign = "", creator = ""] = id.split(":");
    const group = id.includes("/")
      ? ["--address", id, "--signal", "ip_network"]
      : ["--campaign", campaign, "--creator", creator];
    const decide = (key: string, label: string, verb: string) => ({
      ...act(key, label, `clicks decide ${verb}`),
      command: ["clicks", "decide", verb, ...group],
    });
    return {
      show: ["clicks", "list", ...group, "--verdict", "held"],
      acts: [decide("a", "approve and pay", "approve"), decide("x", "reject", "reject")],
    };
  },
  appeals: decideCase,
  objections: decideCase,
  reviews: decideCase,
  findings: (id) => decideAgainst(id, audited),
  reports: (id) => decideAgainst(id, read),
  withdrawals: (id) => ({
    show: ["withdrawals", "show", id],
    acts: [
      act("a", "release", "withdrawals decide release", id),
      act("x", "refuse", "withdrawals decide cancel", id),
    ],
  }),
  refunds: (id) => ({
    show: ["refunds", "show", id],
    acts: [
      act("a", "release", "refunds decide release", id),
      act("x", "cancel", "refunds decide cancel", id),
    ],
  }),
  failed_jobs: (queue) => ({
    show: ["queues", "jobs", queue],
    acts: [act("a", "retry all", "queues decide retry", queue)],
  }),
  parked_jobs: (job) => ({
    show: null,
    acts: [
      act("a", "retry", "queues decide retry", job),
      act("x", "discard", "queues decide discard", job),
    ],
  }),
  stripe_events: (id) => ({
    show: null,
    acts: [act("a", "retry", "stripe decide retry", id)],
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
