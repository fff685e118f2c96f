import { type Todo, todoItemSchema, todoKinds } from "@fairclick/core/operations/work";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { type CliCommand, defineCommand } from "../../../define-command";
import type { Host } from "../../../host";
import { describeProblem } from "../../../output/describe-problem";
import { formatAge, formatMicros } from "../../../output/format";
import { printable } from "../../../output/printable";
import { toTable } from "../../../output/table";
import { sortItems, todoOrders } from "../../../views/todo/sort-items";
import { findActions, kindNames } from "../../../views/todo/todo-acts";
import { createTodoSource } from "../../../views/todo/todo-source";
import { type RunCommand, runScreen } from "../run-screen";

const outputSchema = todoItemSchema.extend({
  /** Command lines that show the item and decide about it, without the reason. */
  commands: z.array(z.string()),
});

export function defineTodo(run: RunCommand): CliCommand {
  return defineCommand({
    usage: "todo",
    summary: "list everything that waits for a person, and decide",
    about:
      "Lists held clicks, appeals, objections, links under review, proposed reversals, campaigns under review, reported addresses, held withdrawals and refunds, failed and parked jobs and parked Stripe events: those that the token may see, oldest first. Says if no worker is alive or jobs wait too long. In a terminal it is a screen with keys to decide; ? lists them. Without a terminal, or with --json, it prints the list, with the commands that decide. Of each kind, the 50 that wait longest and the 50 with the most money are listed.",
    examples: ["todo", "todo --sort money", "todo --kind withdrawals --json | jq -r '.commands[]'"],
    options: (command) =>
      listOptions(command)
        .addOption(new Option("--kind <kind>", "only items of this kind").choices(todoKinds))
        .addOption(
          new Option("--sort <order>", "what comes first").choices(todoOrders).default("age"),
        ),
    canRepeat: false,
    input: z.object({
      ...listInput,
      json: z.boolean().default(false),
      kind: z.enum(todoKinds).optional(),
      sort: z.enum(todoOrders),
    }),
    output: z.array(outputSchema),
    run: async (host, { limit, json, kind, sort, ...target }) => {
      const api = openApi(host, target);
      const read = async () => (await api.call((client) => client.api.admin.todo.$get())).data;
      if (host.terminal && !json) {
        const done = await runScreen(host, {
          target,
          run,
          createSource: (runWords) =>
            createTodoSource({ read, run: runWords, kind: kind ?? null, order: sort }),
        });
        for (const { text, reason } of done) host.write(`${text}. ${reason}\n`);
        return [];
      }
      const todo = await read();
      remarkRest(host, todo);
      return sortItems(todo.items, sort)
        .filter((item) => kind === undefined || item.kind === kind)
        .slice(0, limit)
        .map((item) => ({ ...item, commands: listCommands(item) }));
    },
    text: (items, paint) => {
      if (items.length === 0) return "";
      const now = new Date();
      const rows = items.map((item) => [
        kindNames[item.kind],
        formatAge(item.waitsSince, now),
        item.micros === null ? "" : formatMicros(item.micros),
        item.who ?? "",
        item.id,
        item.about,
      ]);
      const lines = toTable(["what", "age", "money", "who", "id", "about"], rows);
      return [
        ...lines,
        "",
        paint.faint("`fairclick todo --json` lists the commands that decide."),
      ].join("\n");
    },
  });
}

function listCommands(item: Todo["items"][number]): string[] {
  const { show, acts } = findActions(item);
  return [...(show ? [show] : []), ...acts.map(({ command }) => command)].map((words) =>
    ["fairclick", ...words].join(" "),
  );
}

function remarkRest(host: Host, { hidden, items, problems }: Todo): void {
  for (const problem of problems) {
    host.remark(`! ${problem.check}: ${printable(describeProblem(problem))}\n`);
  }
  if (items.length === 0) host.remark("Nothing waits.\n");
  if (hidden.length === 0) return;
  const scopes = [...new Set(hidden.map(({ scope }) => scope))].join(", ");
  host.remark(`Your token does not show everything: it lacks ${scopes}.\n`);
}
