import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
  queryOptions,
} from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { historyQuery, walletQuery } from "../queries/money";
import { stubApi } from "../testing/stub-api";
import { followQueries } from "./live-events";

const EVENTS = "GET /api/events";
const WALLET = "/api/wallet/summary";

let queryClient: QueryClient;
let stops: (() => void)[] = [];
let controller: ReadableStreamDefaultController | undefined;
const stream = () => ({
  type: "text/event-stream",
  body: new ReadableStream({
    start: (begun) => {
      controller = begun;
    },
  }),
});

beforeEach(() => {
  vi.useFakeTimers();
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  queryClient.clear();
});

async function sendAnswers(answers: { changed: unknown[]; same: string[] }) {
  const text = `event: answers\ndata: ${JSON.stringify(answers)}\n\n`;
  controller?.enqueue(new TextEncoder().encode(text));
  await vi.advanceTimersByTimeAsync(0);
}

async function showWallet(replies: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ [`GET ${WALLET}`]: { body: { walletBalance: 50 } }, ...replies });
  const observer = new QueryObserver(queryClient, queryOptions(walletQuery));
  stops = [observer.subscribe(() => undefined), followQueries(queryClient)];
  await vi.advanceTimersByTimeAsync(1_000);
  const countLoads = () => calls.filter(({ name }) => name === `GET ${WALLET}`).length;
  const readBalance = () => observer.getCurrentResult().data?.walletBalance;
  return { calls, countLoads, readBalance };
}

it("follows what the page shows, and loads nothing while the stream speaks", async () => {
  const { calls, countLoads, readBalance } = await showWallet({ [EVENTS]: stream });
  expect(new URLSearchParams(calls.at(-1)?.search).getAll("read")).toEqual([WALLET]);
  await sendAnswers({ changed: [{ address: WALLET, answer: { walletBalance: 75 } }], same: [] });
  expect(readBalance()).toBe(75);
  for (let round = 0; round < 12; round++) {
    await vi.advanceTimersByTimeAsync(10_000);
    await sendAnswers({ changed: [], same: [WALLET] });
  }
  expect(countLoads()).toBe(1);
  expect(readBalance()).toBe(75);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(countLoads()).toBe(2);
});

it("polls twice per minute without a stream", async () => {
  const { countLoads } = await showWallet({ [EVENTS]: { status: 429, body: {} } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countLoads()).toBe(3);
});

it("loads again when an answer comes during a change, which it may not know", async () => {
  const { countLoads, readBalance } = await showWallet({ [EVENTS]: stream });
  let finish: (() => void) | undefined;
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  });
  void change.execute(undefined);
  await sendAnswers({ changed: [{ address: WALLET, answer: { walletBalance: 10 } }], same: [] });
  await vi.advanceTimersByTimeAsync(100);
  expect([countLoads(), readBalance()]).toEqual([2, 50]);
  finish?.();
});

describe("a list of pages", () => {
  const HISTORY = "/api/wallet/transactions";
  const page = (name: string) => ({ transactions: [{ _id: name }], nextCursor: "next" });

  async function showHistory() {
    const reply = () => ({ body: page("loaded") });
    const calls = stubApi({ [`GET ${HISTORY}`]: reply, [EVENTS]: stream });
    const observer = new InfiniteQueryObserver(queryClient, historyQuery);
    stops = [observer.subscribe(() => undefined), followQueries(queryClient)];
    await vi.advanceTimersByTimeAsync(1_000);
    const read = () => calls.filter(({ name }) => name === `GET ${HISTORY}`);
    const countLoads = () => read().length;
    const shown = () =>
      observer
        .getCurrentResult()
        .data?.pages.flatMap(({ transactions }) => transactions.map(({ _id }) => _id));
    return { observer, countLoads, shown };
  }

  it("receives its newest page from the stream", async () => {
    const { countLoads, shown } = await showHistory();
    await sendAnswers({ changed: [{ address: HISTORY, answer: page("streamed") }], same: [] });
    expect(shown()).toEqual(["streamed"]);
    for (let round = 0; round < 6; round++) {
      await vi.advanceTimersByTimeAsync(10_000);
      await sendAnswers({ changed: [], same: [HISTORY] });
    }
    expect(countLoads()).toBe(1);
  });

  it("polls once after its newest page has changed, if older pages are shown too", async () => {
    const { observer, countLoads, shown } = await showHistory();
    void observer.fetchNextPage();
    await vi.advanceTimersByTimeAsync(100);
    await sendAnswers({ changed: [], same: [HISTORY] });
    expect(countLoads()).toBe(2);
    await sendAnswers({ changed: [{ address: HISTORY, answer: page("streamed") }], same: [] });
    for (let round = 0; round < 6; round++) {
      await vi.advanceTimersByTimeAsync(10_000);
      await sendAnswers({ changed: [], same: [HISTORY] });
    }
    expect(countLoads()).toBe(4);
    expect(shown()).toEqual(["loaded", "loaded"]);
  });
});

it("ignores answers that no part of the page shows", async () => {
  const { countLoads } = await showWallet({ [EVENTS]: stream });
  await sendAnswers({
    changed: [{ address: "/api/users/dashboard", answer: {} }],
    same: ["/api/elsewhere"],
  });
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  expect(countLoads()).toBe(1);
});
