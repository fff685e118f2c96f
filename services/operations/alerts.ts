import { type TodoKind, todoKinds } from "@fairclick/core/operations/work";
import {
  type AlertedItem,
  claimAlerts,
  forgetAlerts,
  MAX_COUNTED_ITEMS,
  markAlertsSent,
  releaseAlerts,
} from "@fairclick/sql/operations/todo";
import type { Ctx } from "../context";
import { postToAddress } from "../notices/deliver-webhooks";
import { SendProblem } from "../outgoing";
import { type TodoInput, todoSources } from "./todo";

export type AlertCtx = Pick<Ctx, "db" | "now" | "log"> &
  Pick<TodoInput, "listQueues"> & {
    /** Null if no webhook is configured: nothing is sent. */
    webhookUrl: string | null;
    appUrl: string;
    timeoutMs?: number;
  };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than sending takes. */
const LEASE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
const FORGET_AFTER_MS = 7 * DAY_MS;

/**
 * Sends one message about everything that waits longer than its deadline and was in no accepted message
 * within the last 24 hours. Safe to run concurrently. If the webhook does not accept the message, the
 * next run sends it again.
 */
export async function sendAlerts(ctx: AlertCtx): Promise<void> {
  const { db, webhookUrl } = ctx;
  if (webhookUrl === null) return;
  const at = ctx.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  const overdue = await listOverdue(ctx, at);
  const leasedBefore = ago(LEASE_MS);
  const due = { at, leasedBefore, sentBefore: ago(DAY_MS) };
  const claimed = await claimAlerts(db.sql, { ...due, items: overdue });
  await forgetAlerts(db.sql, ago(FORGET_AFTER_MS));
  if (claimed.length === 0) return;
  const text = writeAlert(pick(overdue, claimed), { at, appUrl: ctx.appUrl });
  const problem = await post(ctx, webhookUrl, text);
  if (problem === null) {
    await markAlertsSent(db.sql, { items: claimed, at });
    return;
  }
  await releaseAlerts(db.sql, { items: claimed, leasedBefore });
  ctx.log.warn({ problem, items: claimed.length }, "The alert webhook did not accept a message");
}

async function listOverdue(ctx: AlertCtx, at: Date): Promise<OverdueItem[]> {
  const found: OverdueItem[] = [];
  for (const kind of todoKinds) {
    const { lateAfterHours, read } = todoSources[kind];
    const input = { db: ctx.db.sql, at, listQueues: ctx.listQueues, limit: MAX_COUNTED_ITEMS };
    const { rows } = await read(input);
    const lateSince = at.getTime() - lateAfterHours * HOUR_MS;
    for (const { id, since } of rows) {
      if (since.getTime() <= lateSince) found.push({ kind, id, since });
    }
  }
  return found;
}

function pick(items: readonly OverdueItem[], claimed: readonly AlertedItem[]): OverdueItem[] {
  const keys = new Set(claimed.map(({ kind, id }) => `${kind} ${id}`));
  return items.filter(({ kind, id }) => keys.has(`${kind} ${id}`));
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

/**
 * Writes the message for a chat. It holds our own words and numbers only: a user's name or text could
 * mention everybody in a channel, or look like a link of ours.
 */
function writeAlert(
  items: readonly OverdueItem[],
  { at, appUrl }: { at: Date; appUrl: string },
): string {
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
  return [
    `${many} for operators for too long at ${appUrl}`,
    ...lines,
    "`fairclick todo` lists them.",
  ].join("\n");
}
