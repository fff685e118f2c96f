import type { EventSource } from "./stream-events";

/** Every answer is read again after this time (ms). */
const PERIOD_MS = 10_000;
/** After `changed`, answers are read again this soon (ms): several clicks are one change. */
const PAUSE_MS = 1_500;
/** Two rounds are at least this far apart (ms). */
const MIN_PERIOD_MS = 5_000;
/** Streams of this process that read at the same time; the others wait. */
const READING_AT_ONCE = 8;
const SLOT_MS = 100;

let reading = 0;

type Answers = {
  addresses: string[];
  /** Returns an answer's JSON, or null if it cannot be read now. */
  read: (address: string) => Promise<string | null>;
};

export type AnswersSource = EventSource & {
  /** Something that the answers depend on has changed. */
  changed: () => void;
};

/**
 * Reads the answers again and again, one at a time. An event `answers` reports one round: `changed`
 * has the addresses whose JSON differs from the one sent before, with the JSON, and `same` the
 * others. An answer that cannot be read is in neither.
 */
export function followAnswers({ addresses, read }: Answers): AnswersSource {
  const sent = new Map<string, bigint | number>();
  let stopped = false;
  let startedAt = performance.now();
  let dueAt = startedAt + PERIOD_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while the source waits for its next round. */
  let begin: (() => void) | null = null;

  function schedule(): void {
    clearTimeout(timer);
    if (begin) timer = setTimeout(begin, stopped ? 0 : Math.max(0, dueAt - performance.now()));
  }

  async function waitForRound(): Promise<void> {
    await new Promise<void>((resolve) => {
      begin = resolve;
      schedule();
    });
    begin = null;
    while (reading >= READING_AT_ONCE && !stopped) {
      await new Promise((resolve) => setTimeout(resolve, SLOT_MS));
    }
  }

  async function readAll() {
    startedAt = performance.now();
    dueAt = startedAt + PERIOD_MS;
    const changed: { address: string; answer: unknown }[] = [];
    const same: string[] = [];
    reading += 1;
    try {
      for (const address of addresses) {
        const json = stopped ? null : await read(address);
        if (json === null) continue;
        const hash = Bun.hash(json);
        if (sent.get(address) === hash) same.push(address);
        else changed.push({ address, answer: JSON.parse(json) });
        sent.set(address, hash);
      }
    } finally {
      reading -= 1;
    }
    return { changed, same };
  }

  return {
    next: async () => {
      await waitForRound();
      return stopped ? null : { event: "answers", data: JSON.stringify(await readAll()) };
    },
    stop: () => {
      stopped = true;
      schedule();
    },
    changed: () => {
      const soonest = Math.max(performance.now() + PAUSE_MS, startedAt + MIN_PERIOD_MS);
      dueAt = Math.min(dueAt, soonest);
      schedule();
    },
  };
}
