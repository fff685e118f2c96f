import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDraftSaver, type Saving } from "./draft-saver";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const requests: { content: string; end: (error?: Error) => void }[] = [];
  const states: Saving[] = [];
  const saver = createDraftSaver<string>({
    send: (content) =>
      new Promise((resolve, reject) => {
        requests.push({ content, end: (error) => (error ? reject(error) : resolve()) });
      }),
    onChange: (saving) => states.push(saving),
    describeError: (error) => (error as Error).message,
  });
  return { saver, requests, states };
}

it("saves once after a pause, and only the latest content", async () => {
  const { saver, requests, states } = start();
  saver.save("a");
  saver.save("ab");
  await vi.advanceTimersByTimeAsync(799);
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.map(({ content }) => content)).toEqual(["ab"]);
  requests[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual([{ state: "saving" }, { state: "saved" }]);
});

it("sends one request at a time, so that an older one never comes last", async () => {
  const { saver, requests, states } = start();
  saver.save("a");
  await vi.advanceTimersByTimeAsync(800);
  saver.save("b");
  await vi.advanceTimersByTimeAsync(800);
  expect(requests).toHaveLength(1);
  requests[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(requests.map(({ content }) => content)).toEqual(["a", "b"]);
  expect(states.at(-1)).toEqual({ state: "saving" });
  requests[1]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toEqual({ state: "saved" });
});

it("keeps what could not be saved, says why, and sends it with the next flush", async () => {
  const { saver, requests, states } = start();
  saver.save("a");
  const first = saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  requests[0]?.end(new Error("Offline"));
  expect(await first).toBe(false);
  expect(states.at(-1)).toEqual({ state: "failed", message: "Offline" });
  const second = saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  requests[1]?.end();
  expect(await second).toBe(true);
  expect(requests.map(({ content }) => content)).toEqual(["a", "a"]);
});

it("waits for an open request when it stops, and sends nothing after it", async () => {
  const { saver, requests } = start();
  saver.save("a");
  await vi.advanceTimersByTimeAsync(800);
  saver.save("b");
  let isStopped = false;
  const stopped = saver.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([isStopped, requests.length]).toEqual([false, 1]);
  requests[0]?.end();
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(1);
});
