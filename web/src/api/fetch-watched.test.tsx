import { beforeEach, expect, it, vi } from "vitest";
import { awaitServer } from "./await-server";
import { fetchWatched, readContact, reportAnswer } from "./client";

const url = "http://localhost/api/users/dashboard";
const answer = (status = 200) => Promise.resolve(new Response("{}", { status }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-03-01T14:03:00Z");
  reportAnswer();
});

it("says that the server is away while a read is unanswered, and since when", async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answered.promise);
  vi.setSystemTime("2026-03-01T14:05:00Z");
  const request = fetchWatched(url);
  await vi.advanceTimersByTimeAsync(2_400);
  expect(readContact().isAway).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(readContact()).toEqual({ isAway: true, answeredAt: new Date("2026-03-01T14:03:00Z") });
  answered.resolve(new Response("{}"));
  await request;
  expect(readContact().isAway).toBe(false);
});

it("gives a change as long as it takes", async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answered.promise);
  const request = fetchWatched(url, { method: "POST" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readContact().isAway).toBe(false);
  answered.resolve(new Response("{}"));
  await request;
});

it.each([
  [200, false],
  [404, false],
  [429, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])("an answer of %i means away: %s", async (status, isAway) => {
  vi.stubGlobal("fetch", () => answer(status));
  await fetchWatched(url);
  expect(readContact().isAway).toBe(isAway);
});

it("a request that the page cancels says nothing", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("Cancelled", "AbortError")));
  const signal = AbortSignal.abort();
  await expect(fetchWatched(url, { signal })).rejects.toThrow("Cancelled");
  expect(readContact().isAway).toBe(false);
});

it("tries an absent server until it answers, and then loads again once", async () => {
  let isWell = false;
  const fetch = vi.fn(() => (isWell ? answer() : Promise.reject(new TypeError("Failed to fetch"))));
  vi.stubGlobal("fetch", fetch);
  const onReturn = vi.fn();
  awaitServer(onReturn);
  await expect(fetchWatched(url)).rejects.toThrow("Failed to fetch");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readContact().isAway).toBe(true);
  expect(fetch.mock.calls.length).toBe(6);
  expect(onReturn).not.toHaveBeenCalled();
  isWell = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readContact().isAway).toBe(false);
  expect(fetch.mock.calls.length).toBe(7);
  expect(onReturn).toHaveBeenCalledTimes(1);
});

it("says at once that the device is offline, and asks the server as soon as it is online", async () => {
  vi.stubGlobal("fetch", () => answer());
  awaitServer(vi.fn());
  window.dispatchEvent(new Event("offline"));
  expect(readContact().isAway).toBe(true);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(readContact().isAway).toBe(false));
});
