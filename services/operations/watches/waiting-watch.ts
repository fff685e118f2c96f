import { MOST_COUNTED, readWaiting, type WaitingName } from "@fairclick/sql/operations/waiting";
import type { Problem, Watch } from "./watch";

type Entry = {
  name: WaitingName;
  /** Plural noun, as in the title. */
  noun: string;
  /** Hours after which the oldest waits too long. */
  hours: number;
  advice: string;
};

const HOUR_MS = 3_600_000;

/** What waits for operators: one entry and one query in `waitingQueries` each. */
export const waiting: readonly Entry[] = [
  {
    name: "appeals",
    noun: "Appeals",
    hours: 48,
    advice: "`fairclick appeals list` shows them; `appeals accept` and `appeals decline` answer.",
  },
  {
    name: "objections",
    noun: "Objections",
    hours: 48,
    advice: "`fairclick objections list` shows them; `objections answer` answers.",
  },
  {
    name: "findings",
    noun: "Links under review",
    hours: 48,
    advice: "`fairclick links findings` shows them; `links clear` and `links confirm` decide.",
  },
  {
    name: "withdrawals",
    noun: "Held withdrawals",
    hours: 24,
    advice: "`fairclick withdrawals list --state held` says why; `withdrawals release` sends one.",
  },
  {
    name: "refunds",
    noun: "Held refunds",
    hours: 24,
    advice: "`fairclick refunds list` says why; `refunds release` sends one.",
  },
  {
    name: "tickets",
    noun: "Tickets",
    hours: 48,
    advice: "`fairclick tickets list` shows them; `tickets answer` answers.",
  },
];

export const waitingWatch: Watch = {
  name: "waiting",
  find: async ({ db, now }) => {
    const found: Problem[] = [];
    for (const { name, noun, hours, advice } of waiting) {
      const { count, since } = await readWaiting(db.sql, name);
      const waitedMs = since ? now().getTime() - since.getTime() : 0;
      if (waitedMs < hours * HOUR_MS) continue;
      const many = count === MOST_COUNTED ? `${count} or more` : `${count}`;
      found.push({
        subject: name,
        title: `${noun} wait for longer than ${hours} hours`,
        detail: `${many} wait, the oldest for ${Math.floor(waitedMs / HOUR_MS)} hours.`,
        advice,
      });
    }
    return found;
  },
};
