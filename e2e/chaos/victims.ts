import { signal } from "@fairclick/dev/processes/signals";
import type { Running } from "../world/running";
import type { Random } from "../world/seeded-random";

/** A part of the system that can be killed, and how to start it. */
export type Part = { name: string; start: () => Promise<Running> };

/** Minimum and maximum. */
export type Span = readonly [number, number];

export type Victims = {
  /**
   * Kills random parts, or random ones of `names`, and restarts each a moment later, until `isOver`: each
   * once before any twice. Resolves when all run again.
   */
  killUntil: (
    isOver: () => boolean,
    random: Random,
    pauseMs: Span,
    names?: readonly string[],
  ) => Promise<void>;
  /** Stops a random one of these parts for a while, again and again, as a machine that hangs, until `isOver`. */
  freezeUntil: (names: readonly string[], isOver: () => boolean, random: Random) => Promise<void>;
  /** Kills the part and starts it again after `awayMs`. */
  killOnce: (name: string, awayMs: number) => Promise<void>;
  /** Stops these parts gracefully, one after the other, and starts them again. */
  restart: (names: readonly string[]) => Promise<void>;
  /** Kills the part for good. */
  remove: (name: string) => Promise<void>;
  kills: () => Record<string, number>;
  /**
   * Returns the names of parts that exited without being killed. Each was restarted, as a
   * supervisor would.
   */
  fallen: () => string[];
  stopAll: () => Promise<void>;
};

const AWAY_MS = [0, 2_500] as const;
const FROZEN_MS = [500, 4_000] as const;

/** Starts the parts in order. */
export async function startVictims(parts: Part[]): Promise<Victims> {
  const up = new Map<Part, Running>();
  const kills: Record<string, number> = Object.fromEntries(parts.map(({ name }) => [name, 0]));
  const fallen: string[] = [];
  const start = async (part: Part) => {
    const running = await part.start();
    up.set(part, running);
    void running.exited.then(() => {
      if (up.get(part) !== running) return;
      fallen.push(part.name);
      void start(part);
    });
  };
  for (const part of parts) await start(part);

  const killOne = async (part: Part, awayMs: number) => {
    const running = up.get(part);
    up.delete(part);
    await running?.kill();
    kills[part.name] = (kills[part.name] ?? 0) + 1;
    await Bun.sleep(awayMs);
    await start(part);
  };
  return {
    killUntil: async (isOver, random, pauseMs, names) => {
      const restarts: Promise<void>[] = [];
      while (!isOver()) {
        await Bun.sleep(random.between(...pauseMs));
        const alive = parts.filter((part) => up.has(part) && (names?.includes(part.name) ?? true));
        const awayMs = random.between(...AWAY_MS);
        const spared = alive.filter(({ name }) => !kills[name]);
        const next = spared.length > 0 ? spared : alive;
        if (next.length > 0) restarts.push(killOne(random.pick(next), awayMs));
      }
      await Promise.all(restarts);
    },
    freezeUntil: async (names, isOver, random) => {
      while (names.length > 0 && !isOver()) {
        await Bun.sleep(random.between(...FROZEN_MS));
        const frozen = parts.find(({ name }) => name === random.pick(names));
        const pid = frozen && up.get(frozen)?.pid;
        if (pid === undefined) continue;
        signal(pid, "SIGSTOP");
        await Bun.sleep(random.between(...FROZEN_MS));
        signal(pid, "SIGCONT");
      }
    },
    killOnce: async (name, awayMs) => {
      const part = parts.find((part) => part.name === name);
      if (part) await killOne(part, awayMs);
    },
    restart: async (names) => {
      for (const part of parts.filter(({ name }) => names.includes(name))) {
        const running = up.get(part);
        up.delete(part);
        await running?.stop();
        await start(part);
      }
    },
    remove: async (name) => {
      const part = parts.find((part) => part.name === name);
      const running = part && up.get(part);
      if (part) up.delete(part);
      await running?.kill();
    },
    kills: () => kills,
    fallen: () => fallen,
    stopAll: async () => {
      for (const part of parts.toReversed()) {
        const running = up.get(part);
        up.delete(part);
        await running?.stop();
      }
    },
  };
}
