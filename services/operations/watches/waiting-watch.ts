import { todoKinds } from "@fairclick/core/operations/todo-schema";
import { MAX_COUNTED_ITEMS } from "@fairclick/sql/operations/todo";
import { todoSources } from "../todo/todo-sources";
import type { Problem, Watch } from "./watch";

const HOUR_MS = 3_600_000;

/** Finds kinds of items that wait too long for operators, except kinds that another watch looks at. */
export const waitingWatch: Watch = {
  name: "waiting",
  find: async ({ db, now }) => {
    const at = now();
    const found: Problem[] = [];
    for (const kind of todoKinds) {
      const { noun, lateAfterHours, advice, read } = todoSources[kind];
      if (advice === null) continue;
      const { count, since } = await read({
        ...{ db: db.sql, at, limit: 1 },
        listQueues: async () => [],
      });
      const waitedMs = since ? at.getTime() - since.getTime() : 0;
      if (since === null || waitedMs < lateAfterHours * HOUR_MS) continue;
      const many = count === MAX_COUNTED_ITEMS ? `${count} or more` : `${count}`;
      found.push({
        subject: kind,
        title: `${noun} wait for longer than ${lateAfterHours} hours`,
        detail: `${many} wait, the oldest for ${Math.floor(waitedMs / HOUR_MS)} hours.`,
        advice,
      });
    }
    return found;
  },
};
