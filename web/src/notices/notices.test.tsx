import { act, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { type Call, emptyMarket, signedIn, stubApi } from "../testing/stub-api";

const LIST = "GET /api/notices";
const LIVE = "GET /api/events";
const READ = "POST /api/notices/read";

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const notice = (number: number, read: boolean) => ({
  _id: id(number),
  kind: "deposit.arrived",
  at: "2026-03-01T14:03:20.000Z",
  read,
  title: `$${number}.00 arrived in your wallet`,
  paragraphs: ["Your payment is complete."],
  action: { label: "Open wallet", path: "/app/wallet" },
});

const page = (data: unknown[], nextCursor: string | null = null, unread = 1) => ({
  body: { status: "success", data, unread, nextCursor },
});

const done = { body: { status: "success", message: "Marked as read." } };

/** A stream of events that the test writes to. */
function openStream() {
  const streams: ReadableStreamDefaultController[] = [];
  const reply = () => ({
    type: "text/event-stream",
    body: new ReadableStream({ start: (controller) => void streams.push(controller) }),
  });
  const send = (unread: number) =>
    act(async () => {
      const text = `event: notices\ndata: ${JSON.stringify({ unread })}\n\n`;
      streams.at(-1)?.enqueue(new TextEncoder().encode(text));
    });
  return { reply, send, streams };
}

const count = (calls: Call[], name: string) => calls.filter((call) => call.name === name).length;
const findBell = (name: string) => screen.findByRole("button", { name });

/** happy-dom has no popovers: dispatches what a browser does when the button is pressed. */
function open(): void {
  const panel = document.getElementById("notices");
  fireEvent(panel ?? document, Object.assign(new Event("toggle"), { newState: "open" }));
}

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows and announces the live number of unread notices", async () => {
  const stream = openStream();
  const calls = stubApi({ ...signedIn, ...emptyMarket, [LIVE]: stream.reply });
  openApp("/app/creator-hub");
  await findBell("Notices");
  await waitFor(() => expect(stream.streams).toHaveLength(1));
  await stream.send(1);
  await findBell("Notices, 1 unread notice");
  await stream.send(99);
  await findBell("Notices, 99 unread notices");
  await stream.send(100);
  const bell = await findBell("Notices, 99+ unread notices");
  expect(bell.textContent).toBe("99+");
  expect(screen.getByText("99+ unread notices").getAttribute("aria-live")).toBe("polite");
  await stream.send(0);
  await findBell("Notices");
  expect(count(calls, LIST)).toBe(0);
});

it("polls where it may not follow", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    [LIVE]: { status: 429, body: { message: "Too many" } },
    [LIST]: page([notice(1, false)], null, 7),
  });
  openApp("/app/creator-hub");
  await findBell("Notices, 7 unread notices");
});

it("opens the newest, marks them as read, and shows which were new", async () => {
  const stream = openStream();
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    [LIVE]: stream.reply,
    [LIST]: page([notice(3, false), notice(2, false), notice(1, true)]),
    [READ]: done,
    "GET /api/wallet/summary": { status: 500, body: {} },
  });
  const { path } = openApp("/app/creator-hub");
  await waitFor(() => expect(stream.streams).toHaveLength(1));
  await stream.send(2);
  await findBell("Notices, 2 unread notices");
  expect(count(calls, LIST)).toBe(0);
  open();
  const items = within(await screen.findByRole("list", { name: "Notices" })).getAllByRole(
    "listitem",
  );
  const marks = items.map((item) => within(item).queryByText("New") !== null);
  expect(marks).toEqual([true, true, false]);
  await findBell("Notices");
  expect(calls.filter(({ name }) => name === READ).map(({ body }) => body)).toEqual([
    { upTo: id(3) },
  ]);
  await stream.send(0);
  expect(screen.getAllByText("New")).toHaveLength(2);
  const [first] = screen.getAllByRole("link", { name: "Open wallet" });
  fireEvent.click(first ?? document);
  await waitFor(() => expect(path()).toBe("/app/wallet"));
});

it("loads the open panel again when something new arrives, and keeps what was new marked", async () => {
  const stream = openStream();
  let notices = [notice(1, false)];
  stubApi({
    ...signedIn,
    ...emptyMarket,
    [LIVE]: stream.reply,
    [LIST]: () => page(notices),
    [READ]: done,
  });
  openApp("/app/creator-hub");
  await waitFor(() => expect(stream.streams).toHaveLength(1));
  open();
  await screen.findByText("$1.00 arrived in your wallet");
  notices = [notice(2, false), notice(1, true)];
  await stream.send(1);
  await screen.findByText("$2.00 arrived in your wallet");
  expect(screen.getAllByText("New")).toHaveLength(2);
});

it("says when there are none, and when they cannot be loaded", async () => {
  let reply: { status?: number; body: unknown } = { status: 403, body: { message: "No" } };
  stubApi({ ...signedIn, ...emptyMarket, [LIVE]: openStream().reply, [LIST]: () => reply });
  openApp("/app/creator-hub");
  await findBell("Notices");
  open();
  const retry = within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" });
  reply = page([]);
  fireEvent.click(retry);
  await screen.findByText(/^No notices yet/);
});

it("pages through all of them on a page of their own", async () => {
  const calls = stubApi({
    ...signedIn,
    [LIVE]: openStream().reply,
    [LIST]: () =>
      calls.at(-1)?.search.includes("cursor")
        ? page([notice(1, true)])
        : page([notice(2, false)], id(2)),
    [READ]: done,
  });
  openApp("/app/notices");
  await screen.findByText("$2.00 arrived in your wallet");
  await waitFor(() => expect(count(calls, READ)).toBe(1));
  fireEvent.click(screen.getByRole("button", { name: "Show older notices" }));
  await screen.findByText("$1.00 arrived in your wallet");
  expect(screen.queryByRole("button", { name: "Show older notices" })).toBeNull();
});

it("shows strangers no bell", async () => {
  localStorage.clear();
  const calls = stubApi(emptyMarket);
  openApp("/app/campaigns/create");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: /^Notices/ })).toBeNull();
  expect(count(calls, LIVE)).toBe(0);
});
