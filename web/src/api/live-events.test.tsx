import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../../../testing/stub-api";
import { followClicks } from "./follow-clicks";

const LIVE = "GET /api/links/c1/live";
const silent = () => ({ body: new ReadableStream(), type: "text/event-stream" });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const connected: boolean[] = [];
  const stop = followClicks("c1", { onClicks: () => {}, onConnected: (is) => connected.push(is) });
  return { stop, connected };
}

it("reconnects when a connection has gone silent, until it is stopped", async () => {
  const calls = stubApi({ [LIVE]: silent });
  const { stop, connected } = follow();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toHaveLength(2);
  expect(connected).toEqual([true, false, true]);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(2);
});

it.each([
  [429, 2],
  [503, 2],
  [401, 1],
  [404, 1],
])("after %d it has connected %d times in fifteen seconds", async (status, times) => {
  const calls = stubApi({ [LIVE]: { status, body: { message: "No" } } });
  const { stop } = follow();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveLength(times);
  stop();
});
