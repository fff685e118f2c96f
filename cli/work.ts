import { auditLog, type Todo, todoItemSchema, todoKinds } from "@fairclick/core/operations/work";
import { formatMicros } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { filterInput, filterOptions, toQuery } from "./clicks";
import { type CliCommand, defineCommand, listInput, listOptions } from "./frame/command";
import { type Api, openApi } from "./frame/connection";
import { CliError, describeProblem, type ExitCode } from "./frame/failures";
import type { DoneAct, Host, Source } from "./frame/host";
import { formatAge, printable, toTable } from "./frame/output";
import { listCommand } from "./frame/resource";
import { createInspectSource, type ReadRelated } from "./screen/inspect-source";
import {
  createTodoSource,
  findActions,
  kindNames,
  sortItems,
  todoOrders,
} from "./screen/todo-source";

const outputSchema = todoItemSchema.extend({
  /** Command lines that show the item and decide about it, without the reason. */
  commands: z.array(z.string()),
});

export function defineTodo(run: RunCommand): CliCommand {
  return defineCommand({
    usage: "todo",
    summary: "list everything that waits for a person, and decide",
    about:
      "Lists held clicks, appeals, objections, links under review, proposed reversals, campaigns under review, reported addresses, held withdrawals and refunds, failed and parked jobs and parked Stripe events: those that the token may see, oldest first. Says what is wrong with the platform, such as no live worker or books that differ. In a terminal it is a screen with keys to decide; ? lists them. Without a terminal, or with --json, it prints the list, with the commands that decide. Of each kind, the 50 that wait longest and the 50 with the most money are listed.",
    examples: ["todo", "todo --sort money", "todo --kind withdrawals --json | jq -r '.commands[]'"],
    options: (command) =>
      listOptions(command)
        .addOption(new Option("--kind <kind>", "only items of this kind").choices(todoKinds))
        .addOption(
          new Option("--sort <order>", "what comes first").choices(todoOrders).default("age"),
        ),
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
            createTodoSource({
              ...{ read, run: runWords, readRelated: readRelated(api) },
              ...{ kind: kind ?? null, order: sort },
            }),
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
  return [
    ...(show ? [show] : []),
    ...acts.map(({ command, subjects }) => [...command, ...subjects]),
  ].map((words) => ["fairclick", ...words].join(" "));
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

export const audit = listCommand(auditLog, "audit");

/** Runs another command line of the program. */
type RunCommand = (args: readonly string[], host: Host) => Promise<ExitCode>;

function readRelated(api: Api): ReadRelated {
  return async (user) =>
    (await api.call((client) => client.api.admin.users[":user"].related.$get({ param: { user } })))
      .data;
}

type Given = {
  /** The server that the commands of the screen call too. */
  target: { api?: string | undefined; profile?: string | undefined };
  run: RunCommand;
  createSource: (run: Source["run"]) => Source;
};

/** Shows a screen until the person quits. Throws a `CliError` without a terminal. */
async function runScreen(
  host: Host,
  { target, run, createSource }: Given,
): Promise<readonly DoneAct[]> {
  if (!host.terminal) {
    throw new CliError(
      "validation",
      "This command needs an interactive terminal.",
      "In a pipe, use `fairclick clicks list` and `fairclick clicks show`.",
    );
  }
  const { api, profile } = target;
  const targetArgs = [...(api ? ["--api", api] : []), ...(profile ? ["--profile", profile] : [])];
  const runWords = (words: readonly string[]) => runQuietly(run, [...words, ...targetArgs], host);
  return host.terminal.showScreen(createSource(runWords));
}

/** Runs a command line without a terminal or colours, and returns what it printed. */
async function runQuietly(run: RunCommand, args: readonly string[], host: Host) {
  let text = "";
  const append = (part: string) => {
    text += part;
  };
  const quiet = { ...host, write: append, remark: append, colours: false, terminal: null };
  const exitCode = await run(args, quiet);
  return { isDone: exitCode === 0, text };
}

export function defineInspect(run: RunCommand): CliCommand {
  return defineCommand({
    usage: "inspect",
    summary: "review flagged clicks on a live screen",
    about:
      "Opens a live full-screen list of flagged clicks, or of those that the options select, with everything known about the selected one. You can narrow it to a creator, a link or an IP address, approve, reject or reverse a click, disable its link, suspend its creator, deny its IP address, and undo the last act. Every act requires a reason and shows its effect before you confirm it. Press ? for the keys. On exit it prints what you did. Needs a terminal of at least 80 × 24 and a token with the scope clicks:read; acts need clicks:decide, links:write, users:write and ip-data:write.",
    examples: ["inspect", 'inspect --verdict held --campaign "Tower of Tides" --from 2h'],
    options: filterOptions,
    input: filterInput,
    output: z.array(z.object({ text: z.string(), reason: z.string() })),
    run: async (host, input) => {
      const api = openApi(host, input);
      const filter = toQuery(input);
      const done = await runScreen(host, {
        target: input,
        run,
        createSource: (runWords) =>
          createInspectSource({ api, run: runWords, filter, readRelated: readRelated(api) }),
      });
      return [...done];
    },
    text: (done, paint) =>
      done.map(({ text, reason }) => `${text}. ${paint.faint(reason)}`).join("\n"),
  });
}
