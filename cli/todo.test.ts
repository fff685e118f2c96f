import { type Todo, todoKinds } from "@fairclick/core/operations/work";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { silentHost } from "./frame/host";
import { createProgram, findCommand } from "./program";
import { findActions } from "./screen/todo-source";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const todo: Todo = {
  at: "2026-11-23T12:00:00.000Z",
  sums: [],
  items: [
    {
      ...{ kind: "appeals", id: "a1", waitsSince: "2026-11-20T12:00:00.000Z", micros: "1500" },
      ...{ who: "chris", campaign: "Obby", about: "I was on a train." },
    },
    {
      ...{
        kind: "withdrawals",
        id: "w1",
        waitsSince: "2026-11-22T12:00:00.000Z",
        micros: "9000000",
      },
      ...{ who: "dana", campaign: null, about: "the first withdrawal" },
    },
  ],
  problems: [],
  hidden: [{ kind: "refunds", scope: "refunds:read" }],
};
const { url, seen } = serveCanned(() => Response.json({ status: "success", data: todo }));
const run = (...args: string[]) => capture(["todo", ...args, "--api", url], { env });

it("lists what waits, sorted and filtered, and names the scopes that the token lacks", async () => {
  const { exitCode, out, err } = await run();
  expect(exitCode).toBe(0);
  expect(out.indexOf("I was on a train.")).toBeLessThan(out.indexOf("the first withdrawal"));
  expect(out).toContain("$9");
  expect(err).toContain("it lacks refunds:read");
  const byMoney = (await run("--sort", "money")).out;
  expect(byMoney.indexOf("dana")).toBeLessThan(byMoney.indexOf("chris"));
  expect((await run("--kind", "appeals")).out).not.toContain("dana");
  expect((await run("--limit", "1")).out).not.toContain("dana");
});

it("prints the commands that decide with --json", async () => {
  const { out } = await run("--json", "--kind", "withdrawals");
  expect(JSON.parse(out)).toMatchObject({
    commands: [
      "fairclick withdrawals show w1",
      "fairclick withdrawals decide release w1",
      "fairclick withdrawals decide cancel w1",
    ],
  });
});

it("shows the screen in a terminal, runs its commands at the same server, and prints what was done", async () => {
  const terminal = fakeTerminal({
    showScreen: async ({ start, run: act }) => {
      expect((await start.read(null)).rows).toHaveLength(2);
      const { isDone, text } = await act(["withdrawals", "decide", "release", "w1", "--dry-run"]);
      expect({ isDone, text }).toMatchObject({
        isDone: false,
        text: expect.stringContaining("--reason"),
      });
      return [{ text: "appeal chris: accept", reason: "a train" }];
    },
  });
  const { out } = await capture(["todo", "--api", url], { env, terminal });
  expect(out).toBe("appeal chris: accept. a train\n");
  expect(seen.at(-1)?.path).toBe("/api/admin/todo");
});

it.each(todoKinds)("names commands that exist for %s", (kind) => {
  const program = createProgram(silentHost, { isJson: false, finish: () => {} });
  const [item] = todo.items;
  if (!item) throw new Error("Nothing waits");
  const { show, acts } = findActions({ ...item, kind, id: "c1:u1" });
  expect(acts.length).toBeGreaterThan(0);
  for (const words of [
    ...(show ? [show] : []),
    ...acts.map(({ command, subjects }) => [...command, ...subjects]),
  ]) {
    const options = findLeaf(program, words).options.map(({ long }) => long);
    const given = words.filter((word) => word.startsWith("--"));
    expect(options, words.join(" ")).toEqual(expect.arrayContaining(given));
  }
  for (const { command } of acts) {
    const longs = findLeaf(program, command).options.map(({ long }) => long);
    expect(longs).toEqual(expect.arrayContaining(["--reason", "--dry-run", "--yes"]));
  }
});

/** Returns the command that these words name, such as `objections answer`. */
function findLeaf(parent: Command, [word = "", ...rest]: readonly string[]): Command {
  const found = findCommand(parent, word);
  return found.commands.length > 0 ? findLeaf(found, rest) : found;
}
