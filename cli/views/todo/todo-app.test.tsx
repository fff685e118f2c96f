import type { Todo } from "@fairclick/core/operations/todo-schema";
import { render } from "ink-testing-library";
import { expect, it, vi } from "vitest";
import { findUnsafe, HOSTILE } from "../../testing/hostile";
import { TodoApp } from "./todo-app";

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

it("says in red that no worker is alive, and what to do", async () => {
  const problems = [{ check: "workers", detail: `none ${HOSTILE}`, advice: "Start a worker." }];
  const source = { read: async () => ({ ...todo, problems }), run: vi.fn() };
  const app = render(<TodoApp source={source} now={() => now} pollMs={60_000} />);
  await vi.waitFor(() => expect(app.lastFrame()).toContain("none Evil"));
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.unmount();
});

function show(run = vi.fn(async () => ({ isDone: true, text: `shown ${HOSTILE}\n` }))) {
  const source = { read: async () => todo, run };
  const app = render(<TodoApp source={source} now={() => now} pollMs={60_000} />);
  const sees = (text: string) => vi.waitFor(() => expect(app.lastFrame()).toContain(text));
  return { app, run, sees };
}

it("lists what waits with age, money and the commands that decide, and nothing that a terminal acts on", async () => {
  const { app, sees } = show();
  await sees("!withdrawal");
  expect(app.lastFrame()).toContain("3 d");
  expect(app.lastFrame()).toContain("$9");
  expect(app.lastFrame()).toContain("a      fairclick withdrawals release w1");
  expect(app.lastFrame()).toContain("kinds are hidden from your token");
  app.stdin.write("j");
  await sees("objections answer o1");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.stdin.write("\r");
  await sees("shown Evil");
  expect(findUnsafe(app.lastFrame() ?? "")).toEqual([]);
  app.unmount();
});

it("runs the preview, and the act only after y", async () => {
  const { app, run, sees } = show();
  await sees("!withdrawal");
  app.stdin.write("afine\r");
  await sees("Apply? [y/n]");
  const line = ["withdrawals", "release", "w1", "--reason", "fine"];
  expect(run.mock.calls).toEqual([[[...line, "--dry-run"]]]);
  app.stdin.write("y");
  await sees("withdrawal chris: release");
  expect(run.mock.calls).toEqual([[[...line, "--dry-run"]], [[...line, "--yes"]]]);
  app.unmount();
});
