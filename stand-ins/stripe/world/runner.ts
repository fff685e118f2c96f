import { attemptDelivery } from "../webhooks/attempt-delivery";
import { nextDelivery } from "../webhooks/delivery";
import { performTask } from "./tasks";
import { nextTimerAtMs, removeDueTimer } from "./timers";
import { nowMs, type World } from "./world";

/** Runs due timers and deliveries in order of time, one at a time. */
export type Runner = {
  /** Runs what is due now and schedules the next wake-up. */
  wake: () => void;
  /** Advances the clock and runs what falls due meanwhile, retries included. */
  advance: (ms: number) => Promise<void>;
  /** Resolves when nothing is due. */
  idle: () => Promise<void>;
  /** Stops, and resolves when the current work is finished. */
  stop: () => Promise<void>;
};

const longestSleepMs = 60_000;

export function createRunner(world: World): Runner {
  let work: Promise<void> = Promise.resolve();
  let sleeping: ReturnType<typeof setTimeout> | undefined;
  let isWakePlanned = false;
  let stopped = false;

  function wake(): void {
    if (isWakePlanned || stopped) return;
    isWakePlanned = true;
    append(async () => {
      isWakePlanned = false;
      while (!stopped && dueAtMs(world) <= nowMs(world)) await doNext(world);
    });
  }

  function advance(ms: number): Promise<void> {
    return append(async () => {
      const goalMs = nowMs(world) + ms;
      while (!stopped && dueAtMs(world) <= goalMs) {
        moveClockTo(world, dueAtMs(world));
        await doNext(world);
      }
      moveClockTo(world, goalMs);
      world.touch();
    });
  }

  function append(job: () => Promise<void>): Promise<void> {
    work = work.then(job).finally(sleep);
    return work;
  }

  function sleep(): void {
    clearTimeout(sleeping);
    const waitMs = dueAtMs(world) - nowMs(world);
    if (stopped || waitMs === Number.POSITIVE_INFINITY) return;
    sleeping = setTimeout(wake, Math.min(Math.max(waitMs, 0), longestSleepMs));
  }

  async function idle(): Promise<void> {
    wake();
    for (let seen: Promise<void> | null = null; seen !== work; ) {
      seen = work;
      await seen;
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(sleeping);
    await work;
  }

  return { wake, advance, idle, stop };
}

function dueAtMs({ state }: World): number {
  const timerAtMs = nextTimerAtMs(state.timers);
  return Math.min(timerAtMs, nextDelivery(state.deliveries)?.dueAtMs ?? timerAtMs);
}

/**
 * Runs the next due timer or delivery. A timer comes before a delivery that is due at the same
 * moment, because the event may report what the timer does.
 */
async function doNext(world: World): Promise<void> {
  const delivery = nextDelivery(world.state.deliveries);
  const timer = removeDueTimer(world.state.timers, delivery?.dueAtMs ?? Number.POSITIVE_INFINITY);
  if (timer) {
    performTask(world, timer.task);
  } else if (delivery) {
    await attemptDelivery(world, delivery);
  }
  world.touch();
}

function moveClockTo(world: World, atMs: number): void {
  world.state.clockOffsetMs += Math.max(0, atMs - nowMs(world));
}
