import type { TodoKind } from "@fairclick/core/operations/work";
import { todoSources } from "../todo/todo-sources";

export type OverdueItem = { kind: TodoKind; id: string; since: Date };

const HOUR_MS = 3_600_000;

/**
 * Writes the message for a chat. It holds our own words and numbers only: a user's name or text could
 * mention everybody in a channel, or look like a link of ours.
 */
export function writeAlert(
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
