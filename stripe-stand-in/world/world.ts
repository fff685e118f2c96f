import type { Settings } from "./settings";
import type { Kind, Owned, State, StoredObject } from "./state";
import type { Task } from "./timers";

/** The API request behind a change, as its events name it. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** One Stripe: what it holds, what time it is there, and who asked for what happens now. */
export type World = {
  state: State;
  settings: Settings;
  cause: Cause | null;
  /** Called after every change, so that it is stored and what is due gets done. */
  touch: () => void;
  /** Fires when the stand-in ends, and cuts short what it waits for. */
  ending: AbortSignal;
};

export function nowMs(world: World): number {
  return Date.now() + world.state.clockOffsetMs;
}

/** The time in Stripe's unit, seconds. */
export function now(world: World): number {
  return Math.floor(nowMs(world) / 1000);
}

export function schedule(world: World, afterMs: number, task: Task): void {
  world.state.timers.push({ dueAtMs: nowMs(world) + afterMs, task });
  world.touch();
}

export function put<K extends Kind>(
  world: World,
  kind: K,
  object: StoredObject<K>,
  account: string | null = null,
): StoredObject<K> {
  const table: Record<string, Owned<StoredObject<K>>> = world.state.objects[kind];
  table[object.id] = { account, object };
  world.touch();
  return object;
}

/** The object with this id, if it belongs to this account. */
export function find<K extends Kind>(
  world: World,
  kind: K,
  id: string,
  account: string | null = null,
): StoredObject<K> | null {
  const owned = world.state.objects[kind][id];
  return owned && owned.account === account ? owned.object : null;
}

/** For an id that the stand-in wrote itself; a missing one is a defect of the stand-in. */
export function get<K extends Kind>(world: World, kind: K, id: string): StoredObject<K> {
  const owned = world.state.objects[kind][id];
  if (!owned) throw new Error(`The stand-in lost its ${kind} ${id}`);
  return owned.object;
}

/** Newest first, as Stripe lists everything. */
export function all<K extends Kind>(
  world: World,
  kind: K,
  account: string | null = null,
): StoredObject<K>[] {
  return Object.values(world.state.objects[kind])
    .filter((owned) => owned.account === account)
    .map((owned) => owned.object)
    .reverse();
}
