import type { RelatedUsers } from "@fairclick/core/accounts/users";
import type { Todo } from "@fairclick/core/operations/work";
import { render } from "ink-testing-library";
import { expect, it, vi } from "vitest";
import { findUnsafe, HOSTILE } from "../testing/hostile";
import { ScreenApp } from "./screen-app";
import { createTodoSource } from "./todo-source";

const now = new Date("2026-11-23T12:00:00Z");
const todo: Todo = {
  at: now.toISOString(),
  sums: [{ kind: "withdrawals", count: 1, waitsSince: "2026-11-20T12:00:00Z", lateAfterHours: 24 }],
  items: [
    {
      ...{ kind: "withdrawals", id: "w1", waitsSince: "2026-11-20T12:00:00Z", micros: "9000000" },
      ...{ who: "chris", campaign: null, about: "the first withdrawal" },
    },
    {
      ...{ kind: "objections", id: "o1", waitsSince: "2026-11-23T11:00:00Z", micros: null },
      ...{ who: HOSTILE, campaign: HOSTILE, about: HOSTILE },
    },
  ],
  problems: [],
  hidden: [{ kind: "refunds", scope: "refunds:read" }],
};

const names = ["ann", "bob", HOSTILE, "dan", "eve", "fay"];
const related: RelatedUsers = {
  accounts: names.map((username, n) => ({
    ...{ id: `0190000${n}-0000-7000-8000-000000000000`, username, paidMicros: "1500" },
    ...{ createdAt: "2026-03-01T12:00:00.000Z", suspendedAt: null, deletedAt: null },
    foundBy: null,
  })),
  ...{ ties: [], flows: [], betweenMicros: "0", isPartial: false },
};

function show({ read = async () => todo, text = `shown ${HOSTILE}\n`, isDone = true } = {}) {
  const run = vi.fn(async (_words: readonly string[]) => ({ isDone, text }));
  const readRelated = async () => related;
  const source = createTodoSource({ read, run, readRelated, kind: null, order: "age" });
  const app = render(<ScreenApp source={source} now={() => now} />);
  const sees = (wanted: string) =>
    vi.waitFor(() => expect(app.lastFrame()).toContain(wanted), 30_000);
  return { app, run, sees };
}

it("says in red that no worker is alive, and what to do", async () => {
  const problems = [{ check: "workers", detail: `none ${HOSTILE}`, advice: "Start a worker." }];
  const { app, sees } = show({ read: async () => ({ ...todo, problems }) });
  await sees("none Evil");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.unmount();
});

it("lists what waits with age, money and its keys, and nothing that a terminal acts on", async () => {
  const { app, run, sees } = show();
  await sees("!withdrawal");
  for (const text of ["3 d", "$9", "a release", "kinds are hidden from your token"]) {
    expect(app.lastFrame()).toContain(text);
  }
  await sees("shown Evil");
  expect(run).toHaveBeenCalledWith(["withdrawals", "show", "w1"]);
  app.stdin.write("j");
  await sees("a accept");
  app.stdin.write("\r");
  await sees("objection o1");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.unmount();
});

it("runs the preview, and the act only after y", async () => {
  const { app, run, sees } = show();
  await sees("shown Evil");
  run.mockClear();
  app.stdin.write("afine\r");
  await sees("Apply? [y/n]");
  const line = ["withdrawals", "decide", "release", "w1", "--reason", "fine"];
  expect(run.mock.calls).toEqual([[[...line, "--dry-run"]]]);
  app.stdin.write("y");
  await sees("withdrawal chris: release");
  expect(run.mock.calls.slice(0, 2)).toEqual([[[...line, "--dry-run"]], [[...line, "--yes"]]]);
  app.unmount();
});

it("suspends a ring of six with six keys and a reason, and undoes it", async () => {
  const { app, run, sees } = show();
  await sees("!withdrawal");
  app.stdin.write("e");
  await sees("fay");
  run.mockClear();
  app.stdin.write("*s");
  await sees("6 rows: suspend creator");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.stdin.write("one laptop\r");
  await sees("Apply? [y/n]");
  app.stdin.write("y");
  await sees("u undoes it");
  const ids = related.accounts.map(({ id }) => id);
  const wanted = ["users", "decide", "suspend", ...ids, "--reason", "one laptop"];
  const acts = run.mock.calls.map(([words]) => words).filter(([, verb]) => verb === "decide");
  expect(acts).toEqual([
    [...wanted, "--dry-run"],
    [...wanted, "--yes"],
  ]);
  app.stdin.write("ua school\r");
  await sees("Apply? [y/n]");
  expect(run).toHaveBeenCalledWith([
    ...["users", "decide", "restore", ...ids, "--reason", "a school", "--dry-run"],
  ]);
  app.unmount();
});

it("acts on the chosen rows, or on the selected one, and only as all of them allow", async () => {
  const { app, run, sees } = show({ text: "Use --act a7 to select these clicks again.\n" });
  await sees("!withdrawal");
  app.stdin.write(" j ");
  await sees("2 chosen");
  expect(app.lastFrame()).not.toContain("a accept");
  app.stdin.write("ke");
  await sees("fay");
  app.stdin.write("r");
  await sees("ann: reverse 30d");
  app.stdin.write("\u001b");
  await sees("space choose");
  app.stdin.write(" j ");
  await sees("2 chosen");
  app.stdin.write("r");
  await sees("ann, Evil");
  app.stdin.write("one laptop\r");
  await sees("Apply? [y/n]");
  app.stdin.write("y");
  await sees("u undoes it");
  const [ann, , hostile] = related.accounts.map(({ id }) => id);
  expect(run).toHaveBeenCalledWith([
    ...["clicks", "decide", "reverse", "--category", "bot_traffic", "--from", "30d", "--creator"],
    ...[ann, hostile, "--reason", "one laptop", "--yes"],
  ]);
  app.stdin.write("ua school\r");
  await sees("Apply? [y/n]");
  expect(run).toHaveBeenCalledWith([
    ...["clicks", "decide", "approve", "--act", "a7", "--reason", "a school", "--dry-run"],
  ]);
  app.unmount();
});

it("shows a refusal, and that nothing waits", async () => {
  const { app, sees } = show({ text: `refused ${HOSTILE}`, isDone: false });
  await sees("!withdrawal");
  app.stdin.write("afine\r");
  await sees("refused Evil");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.unmount();
  const empty = show({ read: async () => ({ ...todo, items: [] }) });
  await empty.sees("Nothing waits.");
  empty.app.unmount();
});
