import type { UserId } from "@fairclick/core/ids";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import { notify } from "@fairclick/services/notify";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { beforeAll, expect, it } from "vitest";
import { openStream } from "../testing/open-stream";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, deps } = app;
const path = "/api/events";

const tell = (person: Person, count = 1) =>
  withTx(db, async (tx) => {
    for (let dollars = 0; dollars < count; dollars++) {
      await notify(tx, { now: () => new Date() }, depositArrived, {
        to: [person.id as UserId],
        data: { amountMicros: BigInt(dollars) * 1_000_000n },
      });
    }
  });

async function follow({ token }: Person, peerIp?: string) {
  const stream = await openStream(app, { path, token, event: "notices", peerIp });
  const next = async (): Promise<number | null> => {
    const event = await stream.next();
    return event && JSON.parse(event.data).unread;
  };
  return { ...stream, next };
}

/** Reads on until the count is `unread`: a connection that begins to listen repeats the last one. */
async function hear(stream: Awaited<ReturnType<typeof follow>>, unread: number): Promise<void> {
  for (let count = await stream.next(); count !== unread; count = await stream.next()) {
    if (count === null) throw new Error("The stream has ended");
  }
}

/** From the first follower on, the process listens. */
beforeAll(async () => {
  const person = await register(app);
  const stream = await follow(person);
  await tell(person);
  await hear(stream, 1);
  await tell(person);
  await hear(stream, 2);
  await stream.leave();
});

it("counts the unread notices at once, after new ones, and after they were read", async () => {
  const person = await register(app);
  await tell(person);
  const stream = await follow(person);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(await stream.next()).toBe(1);
  await tell(person, 4);
  expect(await stream.next()).toBe(5);
  const { json } = await call("GET", "/api/notices", { token: person.token });
  const upTo = json.data[0]._id;
  await call("POST", "/api/notices/read", { token: person.token, json: { upTo } });
  expect(await stream.next()).toBe(0);
  await stream.leave();
});

it("streams the notices of nobody else", async () => {
  const [person, other] = [await register(app), await register(app)];
  const [own, others] = [await follow(person), await follow(other)];
  expect([await own.next(), await others.next()]).toEqual([0, 0]);
  const heard: (number | null)[] = [];
  void others.next().then((unread) => heard.push(unread));
  await tell(person);
  expect(await own.next()).toBe(1);
  await tell(person);
  expect(await own.next()).toBe(2);
  expect(heard).toEqual([]);
  await tell(other, 3);
  await expect.poll(() => heard).toEqual([3]);
  await Promise.all([own.leave(), others.leave()]);
  expect((await call("GET", path)).status).toBe(401);
  expect((await call("GET", `${path}?token=${person.token}`)).status).toBe(401);
});

it("hears on after the connection to Postgres was lost", async () => {
  const person = await register(app);
  const stream = await follow(person);
  expect(await stream.next()).toBe(0);
  const asLogin = connectAsOwner(deps.config.databaseUrl);
  const killed = await asLogin.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  await asLogin.end();
  expect(killed).toHaveLength(1);
  await tell(person);
  await hear(stream, 1);
  await tell(person);
  await hear(stream, 2);
  await stream.leave();
});

it("limits a user to four open streams, not counting closed ones", async () => {
  const [person, other] = [await register(app), await register(app)];
  const streams = await Promise.all(Array.from({ length: 4 }, () => follow(person)));
  const fifth = await follow(person);
  expect(fifth.answer.status).toBe(429);
  expect(fifth.answer.headers.get("retry-after")).toBe("10");
  expect((await follow(other)).answer.status).toBe(200);
  await streams[0]?.leave();
  await expect.poll(async () => (await follow(person)).answer.status).toBe(200);
});

it("limits a network to 125 open streams, of one account or many", async () => {
  const person = await register(app);
  const others = Array.from({ length: 125 }, (_, place) =>
    deps.liveNotices.follow({
      userId: crypto.randomUUID() as UserId,
      ip: `2001:db8:7:${place.toString(16)}::1`,
    }),
  );
  const refused = await follow(person, "2001:db8:7:ffff::1");
  expect(refused.answer.status).toBe(429);
  expect(refused.answer.headers.get("retry-after")).toBe("10");
  const elsewhere = await follow(person, "2001:db8:8::1");
  expect(elsewhere.answer.status).toBe(200);
  others[0]?.stop();
  const accepted = await follow(person, "2001:db8:7:ffff::1");
  expect(accepted.answer.status).toBe(200);
  for (const { stop } of others) stop();
  await Promise.all([elsewhere.leave(), accepted.leave()]);
});

/** Opens a stream that nobody reads; none if it is refused. */
function hold(holder: { userId: UserId; ip: string }) {
  try {
    return deps.liveNotices.follow(holder);
  } catch {
    return null;
  }
}

it("keeps streams for others while an attacker holds all from eight addresses", async () => {
  const person = await register(app);
  const attack = Array.from({ length: 125 }, (_, account) => {
    const userId = crypto.randomUUID() as UserId;
    const ip = `203.0.113.${account % 8}`;
    return Array.from({ length: 4 }, () => hold({ userId, ip }));
  }).flat();
  const honest = await follow(person, "198.51.100.20");
  expect(honest.answer.status).toBe(200);
  expect(await honest.next()).toBe(0);
  // In the attacker's own network, too: a school or a carrier has many people behind an address.
  const neighbour = await register(app);
  const near = await follow(neighbour, "203.0.113.0");
  expect(near.answer.status).toBe(200);
  for (const stream of attack) stream?.stop();
  await Promise.all([honest.leave(), near.leave()]);
});

it("shares a full network between its people", async () => {
  const person = await register(app);
  const attack = Array.from({ length: 32 }, () => crypto.randomUUID() as UserId).flatMap((userId) =>
    Array.from({ length: 4 }, () => userId),
  );
  const held = attack
    .slice(0, 125)
    .map((userId) => deps.liveNotices.follow({ userId, ip: "203.0.113.99" }));
  const honest = await follow(person, "203.0.113.99");
  expect(honest.answer.status).toBe(200);
  for (const { stop } of held) stop();
  await honest.leave();
});

it("ends every stream when the process stops, and opens no new one", async () => {
  const person = await register(app);
  const stream = await follow(person);
  expect(await stream.next()).toBe(0);
  deps.liveNotices.close();
  expect(await stream.next()).toBeNull();
  expect((await follow(person)).answer.status).toBe(503);
});
