import { attemptDelivery } from "../webhooks/attempt-delivery";
import { nextDelivery } from "../webhooks/delivery";
import { performTask } from "./tasks";
import { nextTimerAtMs, takeDueTimer } from "./timers";
import { nowMs, type World } from "./world";

/** Does what falls due, in the order of time and one after the other. */
export type Runner = {
  /** Looks again at what is due now and at when to look next. */
  wake: () => void;
  /** Moves the clock on and does what falls due on the way, retried deliveries included. */
  advance: (ms: number) => Promise<void>;
  /** Resolves when nothing is due any more. */
  idle: () => Promise<void>;
  /** Resolves when nothing is being done any more. */
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

/** A timer before a delivery that is due at the same moment: it may be what the event tells of. */
async function doNext(world: World): Promise<void> {
  const delivery = nextDelivery(world.state.deliveries);
  const timer = takeDueTimer(world.state.timers, delivery?.dueAtMs ?? Number.POSITIVE_INFINITY);
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
