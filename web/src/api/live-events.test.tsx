import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../testing/stub-api";
import { readContact } from "./client";
import { followEvents } from "./live-events";

const EVENTS = "GET /api/events";
const SETTLED_MS = 300;

/** Streams that the test writes to. */
function openStreams() {
  const streams: ReadableStreamDefaultController[] = [];
  const reply = () => ({
    type: "text/event-stream",
    body: new ReadableStream({ start: (controller) => void streams.push(controller) }),
  });
  const send = async (event: string, data: unknown) => {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    streams.at(-1)?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { reply, send, streams };
}

const stops: (() => void)[] = [];

function follow(part: Parameters<typeof followEvents>[0]) {
  const subscription = followEvents(part);
  stops.push(subscription.stop);
  return subscription;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
});

it("opens one stream for all parts of the page, and another when they change", async () => {
  const { reply, streams } = openStreams();
  const calls = stubApi({ [EVENTS]: reply });
  follow({ on: {} });
  const { read } = follow({ on: {} });
  const { stop } = follow({ link: "c1", on: {} });
  read(["/api/b", "/api/a"]);
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  const search = () => calls.map((call) => decodeURIComponent(call.search));
  expect(search()).toEqual(["?link=c1&read=/api/a&read=/api/b"]);
  read(["/api/a", "/api/b"]);
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(calls).toHaveLength(1);
  stop();
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(search().slice(1)).toEqual(["?read=/api/a&read=/api/b"]);
  expect(streams).toHaveLength(2);
});

it("opens another stream when somebody else is signed in", async () => {
  localStorage.setItem("token", "one");
  const calls = stubApi({ [EVENTS]: openStreams().reply });
  follow({ on: {} });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  localStorage.setItem("token", "two");
  follow({ on: {} });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  localStorage.clear();
  expect(calls.map(({ authorization }) => authorization)).toEqual(["Bearer one", "Bearer two"]);
});

it("asks the server for at most twelve answers", async () => {
  const calls = stubApi({ [EVENTS]: openStreams().reply });
  follow({ on: {} }).read(Array.from({ length: 20 }, (_, place) => `/api/${place}`));
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(new URLSearchParams(calls[0]?.search).getAll("read")).toHaveLength(12);
});

it("brings each event to the parts that follow it, also to one that comes later", async () => {
  const { reply, send } = openStreams();
  stubApi({ [EVENTS]: reply });
  const heard: unknown[] = [];
  follow({ on: { clicks: (clicks) => heard.push(clicks) } });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  await send("clicks", ["a click"]);
  await send("notices", { unread: 3 });
  expect(heard).toEqual([["a click"]]);
  follow({
    onConnected: (connected) => heard.push(connected),
    on: { notices: ({ unread }) => heard.push(unread) },
  });
  expect(heard.slice(1)).toEqual([3, true]);
});

it("puts an event together that arrives in pieces, and resumes after its id", async () => {
  const { reply, streams } = openStreams();
  const calls = stubApi({ [EVENTS]: reply });
  const heard: unknown[] = [];
  follow({ link: "c1", on: { clicks: (clicks) => heard.push(clicks) } });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  for (const piece of ["event: cli", 'cks\ndata: ["a: b', '", "ñ"]\nid: 7\n', "\n"]) {
    streams[0]?.enqueue(new TextEncoder().encode(piece));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(heard).toEqual([["a: b", "ñ"]]);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(3_000);
  const streamed = calls.filter(({ name }) => name === EVENTS);
  expect(streamed.map(({ lastEventId }) => lastEventId)).toEqual([null, "7"]);
});

it("follows nothing while the page is hidden", async () => {
  const calls = stubApi({ [EVENTS]: openStreams().reply });
  const connected: boolean[] = [];
  follow({ on: {}, onConnected: (is) => connected.push(is) });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connected).toEqual([true, false]);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  visibility.mockRestore();
  expect(connected).toEqual([true, false, true]);
  expect(calls).toHaveLength(2);
});

it("reconnects when a connection has gone silent, until it is stopped", async () => {
  const calls = stubApi({ [EVENTS]: openStreams().reply });
  const connected: boolean[] = [];
  const { stop } = follow({ on: {}, onConnected: (is) => connected.push(is) });
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
  const calls = stubApi({ [EVENTS]: { status, body: { message: "No" } } });
  follow({ on: {} });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveLength(times);
});

it("retries ever less often while the server refuses the stream", async () => {
  const reply = openStreams().reply;
  let refused = true;
  const calls = stubApi({
    [EVENTS]: () => (refused ? { status: 429, body: { message: "No" } } : reply()),
  });
  follow({ on: {} });
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  expect(calls.length).toBeLessThanOrEqual(10);
  refused = false;
  await vi.advanceTimersByTimeAsync(161_000);
  const answered = calls.length;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(calls).toHaveLength(answered + 1);
});

it("says within three seconds of the last beat that the server is away", async () => {
  const { reply, send } = openStreams();
  stubApi({ [EVENTS]: reply });
  follow({ on: {} });
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  await vi.advanceTimersByTimeAsync(2_000);
  await send("beat", {});
  await vi.advanceTimersByTimeAsync(2_000);
  expect(readContact().isAway).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readContact().isAway).toBe(true);
  await send("beat", {});
  expect(readContact().isAway).toBe(false);
});
