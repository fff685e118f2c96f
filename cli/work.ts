import { setTimeout as sleep } from "node:timers/promises";
import { auditLog } from "@fairclick/core/operations/changes";
import { type Status, type Todo, todoItemSchema, todoKinds } from "@fairclick/core/operations/work";
import { formatMicros } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { filterInput, filterOptions, toQuery } from "./clicks";
import { type CliCommand, defineCommand, listInput, listOptions } from "./frame/command";
import { type Api, openApi } from "./frame/connection";
import {
  apiOptions,
  CliError,
  describeProblem,
  type ExitCode,
  targetInput,
} from "./frame/failures";
import { describeFigures, type Figures, figuresSchema } from "./frame/figures";
import type { Host } from "./frame/host";
import { formatAge, formatFacts, printable, toTable } from "./frame/output";
import { listCommand } from "./frame/resource";
import { createInspectSource } from "./screen/inspect-source";
import type { MemberReaders } from "./screen/members-view";
import type { DoneAct, Source } from "./screen/state-more";
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
            createTodoSource({
              ...{ read, run: runWords, readers: readMembers(api) },
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

/** A rate needs two samples. */
const BETWEEN_SAMPLES_MS = 1_000;

export const top = defineCommand({
  usage: "top",
  summary: "watch the marketplace live",
  about:
    "Shows redirects per second and their response time, the length of the queue, judged clicks and their valid share, and moved money. --watch shows them again and again until Ctrl-C. Needs a token with the scope status:read.",
  examples: ["top --watch 1", "top --json | jq .redirectsPerSecond"],
  options: apiOptions,
  input: z.object(targetInput),
  output: figuresSchema,
  run: async (host, target) => {
    const api = openApi(host, target);
    const measure = createMeter();
    const read = async () => (await api.call((client) => client.api.admin.status.$get())).data;
    measure(await read());
    await sleep(BETWEEN_SAMPLES_MS);
    return measure(await read());
  },
  text: (figures) => formatFacts(describeFigures(figures)),
});

type Slice = { at: number; perSecond: number; durations: Status["durations"] };

/** Figures of an api process that has not answered for this long are dropped. */
const SILENCE_MS = 15_000;

/**
 * Returns a function that turns the counters of api processes into rates. Behind a load balancer,
 * each answer may come from another process: an answer is compared with the previous one of the same
 * process, and the recent rates of all processes are summed up.
 */
export function createMeter(): (status: Status) => Figures {
  const earlier = new Map<string, Status>();
  const slices = new Map<string, Slice>();
  return (status) => {
    const slice = compare(earlier.get(status.process), status);
    earlier.set(status.process, status);
    if (slice) slices.set(status.process, slice);
    const now = Date.parse(status.at);
    const recent = [...slices.values()].filter(({ at }) => now - at <= SILENCE_MS);
    return toFigures(status, recent);
  };
}

/** Returns null for the first answer of a process, and after its restart. */
function compare(before: Status | undefined, after: Status): Slice | null {
  const at = Date.parse(after.at);
  const seconds = before ? (at - Date.parse(before.at)) / 1_000 : 0;
  if (!before || seconds <= 0 || after.redirects < before.redirects) return null;
  const durations = after.durations.map(({ upToMs, count }, index) => ({
    upToMs,
    count: count - (before.durations[index]?.count ?? 0),
  }));
  return { at, perSecond: (after.redirects - before.redirects) / seconds, durations };
}

function toFigures(status: Status, slices: Slice[]): Figures {
  const { queue, clicks, withdrawals, lastMinute } = status;
  const { judged, valid, paidMicros, moved } = lastMinute;
  return {
    at: status.at,
    redirectsPerSecond: slices.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: p99(slices),
    queueWaiting: queue.waiting,
    queueFailed: queue.failed,
    queueOldestAt: queue.oldestAt,
    clicksPending: clicks.pending,
    clicksHeld: clicks.held,
    judgedPerSecond: judged / 60,
    validShare: judged === 0 ? null : valid / judged,
    paidMicrosPerMinute: paidMicros,
    movedMicrosPerMinute: Object.fromEntries(moved.map(({ kind, micros }) => [kind, micros])),
    withdrawalsPending: withdrawals.pending,
    withdrawalsHeld: withdrawals.held,
    problems: status.problems,
  };
}

/** Returns the upper bound of the 99th percentile, at most the highest finite bound. Null without visitors. */
function p99(slices: Slice[]): number | null {
  const countAt = (index: number) =>
    slices.reduce((sum, { durations }) => sum + (durations[index]?.count ?? 0), 0);
  const bounds = slices[0]?.durations ?? [];
  const total = countAt(bounds.length - 1);
  if (total === 0) return null;
  const index = bounds.findIndex((_, bound) => countAt(bound) >= total * 0.99);
  return bounds[index]?.upToMs ?? bounds.at(-2)?.upToMs ?? null;
}

export const audit = listCommand(auditLog, "audit");

/** Runs another command line of the program. */
type RunCommand = (args: readonly string[], host: Host) => Promise<ExitCode>;

function readMembers(api: Api): MemberReaders {
  return {
    related: async (user) =>
      (
        await api.call((client) =>
          client.api.admin.users[":user"].related.$get({ param: { user } }),
        )
      ).data,
    attack: async (id) =>
      (await api.call((client) => client.api.admin.cases[":id"].$get({ param: { id } }))).data,
  };
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
    canRepeat: false,
    input: filterInput,
    output: z.array(z.object({ text: z.string(), reason: z.string() })),
    run: async (host, input) => {
      const api = openApi(host, input);
      const filter = toQuery(input);
      const done = await runScreen(host, {
        target: input,
        run,
        createSource: (runWords) =>
          createInspectSource({ api, run: runWords, filter, readers: readMembers(api) }),
      });
      return [...done];
    },
    text: (done, paint) =>
      done.map(({ text, reason }) => `${text}. ${paint.faint(reason)}`).join("\n"),
  });
}
