import type { Settings } from "./settings";
import type { Kind, Owned, State, StoredObject } from "./state";
import type { Task } from "./timers";

/** The API request that caused a change, as its events report it. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** One Stripe: its state, settings, clock, and the request in progress (`cause`). */
export type World = {
  state: State;
  settings: Settings;
  cause: Cause | null;
  /** Called after every change: stores it and wakes the runner. */
  touch: () => void;
  /** Aborts when the stand-in stops. */
  ending: AbortSignal;
};

export function nowMs(world: World): number {
  return Date.now() + world.state.clockOffsetMs;
}

/** Returns the stand-in's time in seconds, Stripe's unit. */
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

/**
 * Returns the object, or null if it does not exist or belongs to another account. A null account is
 * the platform.
 */
export function find<K extends Kind>(
  world: World,
  kind: K,
  id: string,
  account: string | null = null,
): StoredObject<K> | null {
  const owned = world.state.objects[kind][id];
  return owned && owned.account === account ? owned.object : null;
}

/**
 * Returns an object by an id from the stand-in's own state. Throws if it is missing, which is
 * a bug in the stand-in.
 */
export function get<K extends Kind>(world: World, kind: K, id: string): StoredObject<K> {
  const owned = world.state.objects[kind][id];
  if (!owned) throw new Error(`The stand-in lost its ${kind} ${id}`);
  return owned.object;
}

/** Returns an account's objects, newest first, as Stripe lists them. */
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
