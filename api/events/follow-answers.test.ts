import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReadingTurns, followAnswers } from "./events";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const alone = () => ({ userId: "u1", turns: createReadingTurns(1) });

function follow(answers: Record<string, string | null>) {
  const reads: string[] = [];
  const source = followAnswers({
    ...alone(),
    addresses: Object.keys(answers),
    read: async (address) => {
      reads.push(address);
      return answers[address] ?? null;
    },
  });
  const next = async (): Promise<{ changed: unknown[]; same: string[] } | null> => {
    const event = await source.next();
    return event && JSON.parse(await event.data);
  };
  return { ...source, next, reads };
}

const secondsUntil = async (promise: Promise<unknown>): Promise<number> => {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  for (let tenths = 0; tenths < 300; tenths++) {
    if (over) return tenths / 10;
    await vi.advanceTimersByTimeAsync(100);
  }
  throw new Error("It never came");
};

it("reports every ten seconds what has changed, and what is the same", async () => {
  const answers: Record<string, string | null> = { "/a": '{"n":1}', "/b": '{"n":2}' };
  const { next, reads } = follow(answers);
  const first = next();
  expect(await secondsUntil(first)).toBe(10);
  expect(await first).toEqual({
    changed: [
      { address: "/a", answer: { n: 1 } },
      { address: "/b", answer: { n: 2 } },
    ],
    same: [],
  });
  answers["/b"] = '{"n":3}';
  const second = next();
  expect(await secondsUntil(second)).toBe(10);
  expect(await second).toEqual({
    changed: [{ address: "/b", answer: { n: 3 } }],
    same: ["/a"],
  });
  expect(reads).toEqual(["/a", "/b", "/a", "/b"]);
});

it("leaves out addresses whose answer fails", async () => {
  const answers: Record<string, string | null> = { "/a": null, "/b": "{}" };
  const { next } = follow(answers);
  const first = next();
  await secondsUntil(first);
  expect(await first).toEqual({ changed: [{ address: "/b", answer: {} }], same: [] });
});

it("reads soon after a change, and at most every five seconds however many there are", async () => {
  const { next, changed } = follow({ "/a": "{}" });
  const first = next();
  await vi.advanceTimersByTimeAsync(6_000);
  changed();
  expect(await secondsUntil(first)).toBeCloseTo(1.5, 0);
  const second = next();
  const many = setInterval(changed, 100);
  expect(await secondsUntil(second)).toBeCloseTo(5, 0);
  clearInterval(many);
});

it("keeps a change that came while it was reading", async () => {
  let finish: (() => void) | undefined;
  const source = followAnswers({
    ...alone(),
    addresses: ["/a"],
    read: () =>
      new Promise((resolve) => {
        finish = () => resolve("{}");
      }),
  });
  const first = source.next();
  await vi.advanceTimersByTimeAsync(10_000);
  source.changed();
  finish?.();
  await first;
  const second = source.next();
  await vi.advanceTimersByTimeAsync(5_100);
  finish?.();
  expect(await secondsUntil(second)).toBeLessThan(1);
});

it("ends at once when it is stopped", async () => {
  const { next, stop, reads } = follow({ "/a": "{}" });
  const first = next();
  stop();
  expect(await secondsUntil(first)).toBeLessThan(1);
  expect(await first).toBeNull();
  const second = next();
  await secondsUntil(second);
  expect(await second).toBeNull();
  expect(reads).toEqual([]);
});

it("reads a slow answer every second round, and the others every round", async () => {
  const reads: string[] = [];
  const read = async (address: string) => {
    reads.push(address);
    if (address === "/slow") await new Promise((resolve) => setTimeout(resolve, 600));
    return "{}";
  };
  const source = followAnswers({ ...alone(), addresses: ["/slow", "/fast"], read });
  for (let round = 0; round < 4; round++) await secondsUntil(source.next());
  expect(reads.join(" ")).toBe("/slow /fast /fast /slow /fast /fast");
});

it("waits with each of its reads for the turn of its user", async () => {
  const turns = createReadingTurns(8);
  let reading = 0;
  let most = 0;
  const read = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 100));
    reading -= 1;
    return "{}";
  };
  const addresses = ["/a", "/b", "/c"];
  const sources = [1, 2, 3, 4].map(() => followAnswers({ userId: "many", turns, addresses, read }));
  const all = Promise.all(sources.map(({ next }) => next()));
  await vi.advanceTimersByTimeAsync(10_000);
  const other = followAnswers({ userId: "one", turns, addresses: ["/a"], read });
  expect(await secondsUntil(all)).toBeCloseTo(1.2, 0);
  expect(most).toBe(1);
  expect(await secondsUntil(other.next())).toBeLessThan(10);
});
