import { type Problem, type TodoKind, todoKinds } from "@fairclick/core/operations/work";
import {
  claimAlerts,
  forgetAlerts,
  MAX_COUNTED_ITEMS,
  markAlertsSent,
  releaseAlerts,
} from "@fairclick/sql/operations/todo";
import { type Ctx, repeat } from "../context";
import { postToAddress } from "../notices/deliver-webhooks";
import { SendProblem } from "../outgoing";
import { readTodo, type TodoInput, todoSources } from "./todo";
import { type CheckSettings, listPlatformProblems, type VitalsReader } from "./vitals";

export type AlertCtx = Pick<Ctx, "db" | "now" | "log"> &
  Pick<TodoInput, "listQueues"> & {
    /** Null if no webhook is configured: nothing is sent. */
    webhookUrl: string | null;
    appUrl: string;
    config: CheckSettings;
    readVitals: VitalsReader;
    timeoutMs?: number;
  };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than sending takes. */
const LEASE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
const FORGET_AFTER_MS = 7 * DAY_MS;

/** Kind of a problem of the platform among the alerted items; its id is the name of the check. */
const PROBLEM = "problem";

/**
 * Sends one message about the platform's problems and everything that waits longer than its deadline, as
 * far as no accepted message within the last 24 hours names it. Safe to run concurrently. If the webhook does not accept the message, the
 * next run sends it again.
 */
export async function sendAlerts(ctx: AlertCtx): Promise<void> {
  const { db, webhookUrl } = ctx;
  if (webhookUrl === null) return;
  const at = ctx.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const problems = listPlatformProblems(await ctx.readVitals(), ctx.config);
  const overdue = await listOverdue(ctx, at);
  const leasedBefore = ago(LEASE_MS);
  const due = { at, leasedBefore, sentBefore: ago(DAY_MS) };
  const items = [...problems.map(({ check }) => ({ kind: PROBLEM, id: check })), ...overdue];
  const claimed = await claimAlerts(db.sql, { ...due, items });
  await forgetAlerts(db.sql, ago(FORGET_AFTER_MS));
  if (claimed.length === 0) return;
  const keys = new Set(claimed.map(({ kind, id }) => `${kind} ${id}`));
  const text = [
    ...describeProblems(
      problems.filter(({ check }) => keys.has(`${PROBLEM} ${check}`)),
      ctx.appUrl,
    ),
    ...describeOverdue(
      overdue.filter(({ kind, id }) => keys.has(`${kind} ${id}`)),
      { at, appUrl: ctx.appUrl },
    ),
    "`fairclick todo` lists them.",
  ].join("\n");
  const problem = await post(ctx, webhookUrl, text);
  if (problem === null) {
    await markAlertsSent(db.sql, { items: claimed, at });
    return;
  }
  await releaseAlerts(db.sql, { items: claimed, leasedBefore });
  ctx.log.warn({ problem, items: claimed.length }, "The alert webhook did not accept a message");
}

/** Longer than all workers need for a restart. */
const RESTART_MS = 5 * 60_000;

/** Sends the alerts, unless no worker is alive and one was within the last five minutes. */
export async function sendAlertsAfterRestart(ctx: AlertCtx): Promise<void> {
  const { database } = await ctx.readVitals();
  if (!database?.workerSeenAt) return;
  const silentMs = database.at.getTime() - database.workerSeenAt.getTime();
  if (database.workersAlive > 0 || silentMs > RESTART_MS) await sendAlerts(ctx);
}

const PAUSE_MS = 60_000;

/**
 * Sends the alerts every minute. Each api and each worker does so, without the queue: it is one of
 * the things that the alerts watch.
 */
export function repeatAlerts(ctx: AlertCtx): { stop: () => Promise<void> } {
  if (ctx.webhookUrl === null) return { stop: async () => {} };
  return repeat(async () => {
    try {
      await sendAlertsAfterRestart(ctx);
    } catch (err) {
      ctx.log.warn({ err }, "The alerts could not be sent; trying again in a minute");
    }
    return PAUSE_MS;
  });
}

async function listOverdue(ctx: AlertCtx, at: Date): Promise<OverdueItem[]> {
  const found: OverdueItem[] = [];
  for (const kind of todoKinds) {
    const { lateAfterHours } = todoSources[kind];
    const input = { db: ctx.db.sql, at, listQueues: ctx.listQueues, limit: MAX_COUNTED_ITEMS };
    const { rows } = await readTodo(kind, input);
    const lateSince = at.getTime() - lateAfterHours * HOUR_MS;
    for (const { id, since } of rows) {
      if (since.getTime() <= lateSince) found.push({ kind, id, since });
    }
  }
  return found;
}

/**
 * Returns why the message was not accepted, or null. Slack and Mattermost show `text`, Discord shows
 * `content`. The address comes from the server's own settings, so it may be private.
 * It is a secret and never logged.
 */
async function post(
  { timeoutMs = TIMEOUT_MS }: AlertCtx,
  webhookUrl: string,
  text: string,
): Promise<string | null> {
  const url = new URL(webhookUrl);
  try {
    const status = await postToAddress({
      url,
      address: url.hostname.replace(/^\[|\]$/g, ""),
      headers: { "content-type": "application/json", "user-agent": "Fairclick/1.0" },
      body: JSON.stringify({ text, content: text, allowed_mentions: { parse: [] } }),
      deadline: AbortSignal.timeout(timeoutMs),
    });
    return status >= 200 && status < 300 ? null : `The server answered ${status}`;
  } catch (error) {
    if (error instanceof SendProblem) return error.message;
    throw error;
  }
}

type OverdueItem = { kind: TodoKind; id: string; since: Date };

// The lines for the chat hold our own words and numbers only: a user's name or text could mention
// everybody in a channel, or look like a link of ours.

function describeProblems(problems: readonly Problem[], appUrl: string): string[] {
  if (problems.length === 0) return [];
  const many = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const lines = problems.map(({ check, detail, advice }) =>
    [`- ${check}: ${detail}`, ...(advice === null ? [] : [advice])].join(". "),
  );
  return [`${many} at ${appUrl}`, ...lines];
}

function describeOverdue(
  items: readonly OverdueItem[],
  { at, appUrl }: { at: Date; appUrl: string },
): string[] {
  if (items.length === 0) return [];
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const lines = kinds.map((kind) => {
    const { noun, lateAfterHours } = todoSources[kind];
    const waits = items.flatMap((item) =>
      item.kind === kind ? [at.getTime() - item.since.getTime()] : [],
    );
    const hours = Math.floor(Math.max(...waits) / HOUR_MS);
    const late = lateAfterHours > 0 ? `, late after ${lateAfterHours}` : "";
    return `- ${noun}: ${waits.length}, the oldest waits for ${hours} hours${late}`;
  });
  const many = items.length === 1 ? "1 item waits" : `${items.length} items wait`;
  return [`${many} for operators for too long at ${appUrl}`, ...lines];
}
