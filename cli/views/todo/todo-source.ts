import {
  type Todo,
  type TodoItem,
  type TodoKind,
  todoKinds,
} from "@fairclick/core/operations/work";
import { describeProblem } from "../../output/describe-problem";
import { formatAge, formatMicros } from "../../output/format";
import type { KeyedView, Page, Row, Source, View } from "../screen/source";
import { sortItems, type TodoOrder } from "./sort-items";
import { findActions, kindNames } from "./todo-acts";

const POLL_MS = 10_000;

/** Which items are listed, and in which order; null lists all kinds. */
type Choice = { kind: TodoKind | null; order: TodoOrder };

type Given = Choice & { read: () => Promise<Todo>; run: Source["run"] };

/** Returns the screen of `fairclick todo`. */
export function createTodoSource({ read, run, ...choice }: Given): Source {
  const viewOf = ({ kind, order }: Choice): View => ({
    name: `To do: ${kind === null ? "everything" : kindNames[kind]}, by ${order}`,
    read: async () => toPage(await read(), { kind, order }, viewOf),
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
      "s               sort by age or by money",
      "tab ← →         only one kind of items",
      "",
      "! marks what has waited for too long.",
    ],
    pollMs: POLL_MS,
  };
}

function toPage(todo: Todo, { kind, order }: Choice, viewOf: (choice: Choice) => View): Page {
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
    rows: sortItems(items, order).map((item) => toRow(item, todo)),
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

function toRow(item: TodoItem, todo: Todo): Row {
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
    views: [],
  };
}

function isLate({ kind, waitsSince }: TodoItem, { sums, at }: Todo): boolean {
  const hours = sums.find((sum) => sum.kind === kind)?.lateAfterHours ?? 0;
  return Date.parse(at) - Date.parse(waitsSince) > hours * 3_600_000;
}
