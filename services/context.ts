import { randomBytes } from "node:crypto";
import type { KeyScope } from "@fairclick/core/accounts/keys";
import { AppError } from "@fairclick/core/errors";
import type {
  CampaignId,
  CampaignKeyId,
  OperatorId,
  PersonalKeyId,
  UserId,
} from "@fairclick/core/ids";
import { type Db, getOrCreateSecret } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { JobSender } from "./queue/jobs";

export type Actor =
  | { kind: "public" }
  | { kind: "user"; userId: UserId; key?: PersonalKey }
  | OperatorActor
  | { kind: "campaign"; campaignId: CampaignId; keyId: CampaignKeyId }
  | { kind: "system"; job: string };

export type OperatorActor = {
  kind: "operator";
  operatorId: OperatorId;
  name: string;
  scopes: readonly string[];
  /** Differs for each call of the API. What one call changes is one act. */
  callId: string;
};

/** The personal key that a program sent; a person who signed in sends none. */
export type PersonalKey = { id: PersonalKeyId; scopes: readonly KeyScope[] };

/** Passed to every service: the actor, and its access to the outside world. */
export type Ctx = {
  actor: Actor;
  db: Db;
  now: () => Date;
  log: Logger;
  queue: JobSender;
};

export type PageInput = { cursor?: string | undefined; limit?: number | undefined };
export type Page<Item> = { items: Item[]; nextCursor: string | null };

const DEFAULT_LIMIT = 50;

/**
 * Reads a page, and one row more to learn whether another page follows. `nextCursor` is null on the
 * last page.
 */
export async function readPage<Row>(
  input: PageInput,
  { read, toCursor }: { read: (limit: number) => Promise<Row[]>; toCursor: (row: Row) => string },
): Promise<Page<Row>> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? toCursor(last) : null };
}

export function mapPage<From, To>(page: Page<From>, map: (item: From) => To): Page<To> {
  return { items: page.items.map(map), nextCursor: page.nextCursor };
}

/**
 * Runs the work at once and repeatedly; each run returns the milliseconds until the next. `within` runs
 * it again after this time at the latest.
 */
export function repeat(work: () => Promise<number>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let stopped = false;
  let running: Promise<void> | null = null;
  const within = (pauseMs: number) => {
    const at = performance.now() + pauseMs;
    if (stopped || at >= dueAt) return;
    dueAt = at;
    if (running) return;
    clearTimeout(timer);
    timer = setTimeout(start, pauseMs);
  };
  const run = async () => {
    dueAt = Infinity;
    const pauseMs = Math.max(0, Math.min(await work(), dueAt - performance.now()));
    running = null;
    dueAt = Infinity;
    within(pauseMs);
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    within,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns a function that shares one result among its callers for `maxAgeMs`. A failed reading is not kept. */
export function shareReading<Result>(
  read: () => Promise<Result>,
  maxAgeMs: number,
): () => Promise<Result> {
  let last: { at: number; reading: Promise<Result> } | null = null;
  return () => {
    const at = performance.now();
    if (last && at - last.at <= maxAgeMs) return last.reading;
    const reading = read();
    last = { at, reading };
    reading.catch(() => {
      if (last?.reading === reading) last = null;
    });
    return reading;
  };
}

/**
 * Rejects with `unavailable` if the work takes longer; the work itself continues and its result is
 * ignored.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  what: string,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError("unavailable", `${what} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `device_keys` hashes device properties, `device_cookies` signs device cookies, `players` hashes
 * games' ids of players, `unsubscribe` signs the links that switch mails off, `totp` encrypts the
 * secrets of authenticator apps, the secrets of webhooks are derived from `webhooks`,
 * `contact_form` signs when a contact form was opened, and `reporters` hashes who reports links.
 */
export type SecretName =
  | "device_keys"
  | "device_cookies"
  | "players"
  | "unsubscribe"
  | "totp"
  | "webhooks"
  | "contact_form"
  | "reporters";

const SECRET_BYTES = 32;
const secrets = new WeakMap<Db, Map<SecretName, Promise<Uint8Array>>>();

/**
 * Returns the installation's secret of that name, shared by all processes through the database:
 * created on first use, read once per process. Rejects while Postgres is down.
 */
export function getSecret(db: Db, name: SecretName): Promise<Uint8Array> {
  const ofDb = secrets.get(db) ?? new Map<SecretName, Promise<Uint8Array>>();
  secrets.set(db, ofDb);
  const known = ofDb.get(name);
  if (known) return known;
  const kept = getOrCreateSecret(db.sql, name, randomBytes(SECRET_BYTES));
  ofDb.set(name, kept);
  kept.catch(() => ofDb.delete(name));
  return kept;
}
