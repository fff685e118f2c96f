import type { ReadingTurns } from "./reading-turns";
import type { StreamSource } from "./stream-events";

/** Time between two readings of the answers (ms). */
const PERIOD_MS = 10_000;
/** Delay of the reading after `changed` (ms), so that clicks that arrive together cause one. */
const PAUSE_MS = 1_500;
/** Min time between two rounds, also after `changed` (ms). */
const MIN_PERIOD_MS = 5_000;
/** An answer is slow if reading it takes longer than this (ms). */
const SLOW_MS = 500;
/**
 * Min time from one reading of a slow answer to the next (ms), which skips every second round. Pages
 * poll only after 30 s without news.
 */
const REST_MS = 18_000;

type Answers = {
  addresses: string[];
  userId: string;
  turns: ReadingTurns;
  /** Returns an answer's JSON, or null if it cannot be read now. */
  read: (address: string) => Promise<string | null>;
};

export type AnswersSource = StreamSource & {
  /** Reports that the answers may have changed: the next reading is soon. */
  changed: () => void;
};

/**
 * Reads the answers repeatedly, one at a time. Each round is one `answers` event: `changed` has the addresses
 * with answers that differ from those sent before, and these answers; `same` has the other addresses.
 * An answer that cannot be read, or a slow one that was read in the previous round, is in neither list.
 */
export function followAnswers({ addresses, userId, turns, read }: Answers): AnswersSource {
  const sent = new Map<string, bigint | number>();
  /** When a slow answer may be read again, by address. */
  const restsUntil = new Map<string, number>();
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
  }

  async function readInTurn(address: string): Promise<string | null> {
    if (stopped || (restsUntil.get(address) ?? 0) > startedAt) return null;
    return turns.take(userId, async () => {
      if (stopped) return null;
      const begunAt = performance.now();
      const json = await read(address);
      if (performance.now() - begunAt > SLOW_MS) restsUntil.set(address, begunAt + REST_MS);
      return json;
    });
  }

  async function readAll() {
    startedAt = performance.now();
    dueAt = startedAt + PERIOD_MS;
    const changed: { address: string; answer: unknown }[] = [];
    const same: string[] = [];
    for (const address of addresses) {
      const json = await readInTurn(address);
      if (json === null) continue;
      const hash = Bun.hash(json);
      if (sent.get(address) === hash) same.push(address);
      else changed.push({ address, answer: JSON.parse(json) });
      sent.set(address, hash);
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
