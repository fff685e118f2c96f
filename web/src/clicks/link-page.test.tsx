import type { LiveClick } from "@fairclick/core/clicks/campaign-clicks";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp, openFold } from "../testing/open-app";
import { item, joinedCampaign, list, series, signedIn, stubApi } from "../testing/stub-api";

const path = `/api/links/${joinedCampaign._id}`;
const address = `/app/links/${joinedCampaign._id}`;

const refused = {
  id: "01900000-0000-7000-8000-0000000000a1",
  clickedAt: new Date(Date.now() - 90_000).toISOString(),
  verdict: "invalid",
  category: "Bot traffic",
  rule: "Clicks from known bots and other programs that are not browsers are invalid.",
  paid: 0,
  judgedInSeconds: null,
  network: "a data centre",
  appeal: null,
  appealUntil: "2099-03-01T00:00:00.000Z",
  alike: 37,
};

const stats = {
  clicks: joinedCampaign.clicks,
  reasons: [],
  earnings: 0.045,
  pending: 0.003,
  judgedUpTo: series.judgedUpTo,
};

const EVENTS = "GET /api/events";
const arrived: LiveClick = {
  id: "01900000-0000-7000-8000-0000000000b1",
  clickedAt: new Date().toISOString(),
  verdict: "pending",
  category: null,
  rule: null,
  paid: 0,
  judgedInSeconds: 42,
};

/** The server's end of the stream of events; of the latest one, if the page has connected again. */
function liveStream() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const reply = () => ({
    type: "text/event-stream",
    body: new ReadableStream<Uint8Array>({ start: (begun) => void streams.push(begun) }),
  });
  const enqueue = (event: string) =>
    act(async () => streams.at(-1)?.enqueue(new TextEncoder().encode(event)));
  const send = (clicks: LiveClick[]) =>
    enqueue(
      `retry: 100\nevent: clicks\ndata: ${JSON.stringify(clicks)}\nid: 2026-03-01T00:00:00.000Z\n\n`,
    );
  const sendAnswers = (answers: { changed: unknown[]; same: string[] }) =>
    enqueue(`event: answers\ndata: ${JSON.stringify(answers)}\n\n`);
  const lose = () => act(async () => streams.at(-1)?.close());
  return { reply, send, sendAnswers, lose, streams };
}

const page = {
  ...signedIn,
  "GET /api/campaigns/joined": list([joinedCampaign]),
  [`GET ${path}/stats`]: item(stats),
  [`GET ${path}/stats/series`]: item(series),
  [`GET ${path}/clicks`]: list([refused]),
};

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows the link in every form", async () => {
  stubApi(page);
  openApp(address);
  const link = await screen.findByLabelText("Link for Tower of Tests");
  expect(link).toHaveProperty("value", joinedCampaign.shortLink);
  const play = screen.getByRole("link", { name: "Play the game" });
  expect(play).toHaveProperty("href", joinedCampaign.gameUrl);
  await openFold("More ways to share");
  const full = await screen.findByLabelText("Link for Tower of Tests, full address");
  expect(full).toHaveProperty("value", joinedCampaign.redirectLink);
  await openFold("Banner for your own page");
  await screen.findByTitle(`QR code of ${joinedCampaign.shortLink}`);
  expect(await screen.findByText(/api\/impressions\/.+\.svg\?userId=u1/)).toBeTruthy();
  const receipt = screen.getByRole("region", { name: "Receipt" });
  expect(within(receipt).getByText("$0.045")).toBeTruthy();
  await within(receipt).findByText("$0.003");
  await within(receipt).findByText(/Judged up to/);
});

it("shows what the link earned today, and yesterday", async () => {
  stubApi(page);
  openApp(address);
  const today = await screen.findByRole("region", { name: "Earned today" });
  await within(today).findByText("$0.045");
  within(today).getByText("$0.00");
});

it("says no sum of today while none is known", async () => {
  stubApi({ ...page, [`GET ${path}/stats/series`]: { status: 500, body: {} } });
  openApp(address);
  const today = await screen.findByRole("region", { name: "Earned today" });
  within(today).getByText("…");
  expect(within(today).queryByText(/\$/)).toBeNull();
});

it.each(["developer", "operator"] as const)(
  "offers nothing to share of a link that the %s stopped",
  async (disabledBy) => {
    stubApi({ ...page, "GET /api/campaigns/joined": list([{ ...joinedCampaign, disabledBy }]) });
    openApp(address);
    await screen.findByRole("note");
    expect(screen.queryByRole("button", { name: "Copy Link" })).toBeNull();
    expect(screen.queryByText("More ways to share")).toBeNull();
    expect(screen.queryByText(/per 1,000 valid clicks/)).toBeNull();
  },
);

it("celebrates the creator's first paid click, once", async () => {
  const none = { ...joinedCampaign, clicks: { ...joinedCampaign.clicks, valid: 0 } };
  const { reply, sendAnswers } = liveStream();
  stubApi({ ...page, "GET /api/campaigns/joined": list([none]), [EVENTS]: reply });
  openApp(address);
  await screen.findByText("Live: new clicks appear automatically");
  expect(screen.queryByText("Your first click was paid.")).toBeNull();
  const joined = "/api/campaigns/joined?limit=100";
  await sendAnswers({
    changed: [{ address: joined, answer: list([joinedCampaign]).body }],
    same: [],
  });
  await screen.findByText("Your first click was paid.");
});

it("shows the campaign's limits", async () => {
  const limits = { dailyCap: null, creatorCap: 2.5 };
  stubApi({ ...page, "GET /api/campaigns/joined": list([{ ...joinedCampaign, limits }]) });
  openApp(address);
  const note = await screen.findByText(/at most \$2\.50 on one creator's clicks\./);
  expect(note.textContent).toContain("Clicks beyond a limit are not paid.");
});

it.each([
  [{ status: "PAUSED" }, "The campaign is paused."],
  [{ status: "EXHAUSTED" }, "Its budget is spent."],
  [{ status: "ENDED" }, "The campaign has ended."],
  [{ reachedLimit: "daily_cap" }, "Its limit for today is reached."],
  [{ reachedLimit: "creator_cap" }, "Your clicks have reached its limit per creator."],
])("says why clicks are not paid now: %o", async (state, why) => {
  stubApi({ ...page, "GET /api/campaigns/joined": list([{ ...joinedCampaign, ...state }]) });
  openApp(address);
  const note = await screen.findByText(/but their clicks are not paid\./);
  expect(note.textContent).toContain(why);
  const isOver = "status" in state && state.status === "ENDED";
  expect(screen.queryAllByRole("button", { name: "Copy Link" })).toHaveLength(isOver ? 0 : 1);
});

it("shows a click when it arrives, its countdown, and then its verdict", async () => {
  const { reply, send } = liveStream();
  const calls = stubApi({ ...page, [EVENTS]: reply });
  openApp(address);
  await screen.findByText("Live: new clicks appear automatically");
  const live = calls.find((call) => call.name === EVENTS);
  expect(live?.authorization).toBe("Bearer secret");
  await send([arrived]);
  const clicks = screen.getByRole("list", { name: "Clicks of this link" });
  await within(clicks).findByText("PENDING");
  expect(within(clicks).getByText(/judged in/).textContent).toMatch(/judged in 4[12] s/);
  await send([{ ...arrived, verdict: "valid", paid: 0.0015, judgedInSeconds: null }]);
  await within(clicks).findByText("VALID");
  expect(within(clicks).getByText("$0.0015")).toBeTruthy();
  expect(within(clicks).getAllByRole("listitem")).toHaveLength(2);
});

it("receives every figure of the page by the stream, without a call", async () => {
  const { reply, sendAnswers } = liveStream();
  const calls = stubApi({
    ...page,
    [`GET ${path}/stats/series`]: item({ ...series, points: [] }),
    [EVENTS]: reply,
  });
  openApp(address);
  await openFold("Clicks over time");
  const chart = await screen.findByRole("region", { name: "Clicks over time" });
  await within(chart).findByText("No clicks in this period.");
  await screen.findByText("Live: new clicks appear automatically");
  const news: Record<string, { body: unknown }> = {
    [`${path}/stats`]: item({ ...stats, pending: 0.0075 }),
    [`${path}/stats/series`]: item(series),
    [`${path}/clicks`]: list([{ ...refused, verdict: "valid", category: null, paid: 0.0015 }]),
    "/api/campaigns/joined": list([{ ...joinedCampaign, name: "Tower of Changes" }]),
  };
  const listChanged = () => {
    const latest = calls.findLast(({ name }) => name === EVENTS);
    const reads = new URLSearchParams(latest?.search).getAll("read");
    return reads.flatMap((read) => {
      const answer = news[read.split("?")[0] ?? ""]?.body;
      return answer === undefined ? [] : [{ address: read, answer }];
    });
  };
  await waitFor(() => expect(listChanged()).toHaveLength(6));
  const changed = listChanged();
  const before = calls.length;
  await sendAnswers({ changed, same: [] });
  await within(chart).findByRole("figure", { name: "Clicks by verdict over time" });
  await waitFor(() => expect(within(chart).queryByText("No clicks in this period.")).toBeNull());
  await screen.findByRole("heading", { level: 1, name: "Tower of Changes" });
  await screen.findByText("$0.0075");
  const clicks = screen.getByRole("list", { name: "Clicks of this link" });
  expect(within(clicks).getByText("$0.0015")).toBeTruthy();
  const loaded = calls.slice(before).map(({ name }) => name.replace("GET ", ""));
  expect(loaded.filter((name) => name in news)).toEqual([]);
});

it("shows an operator's decision about a click without reloading the list", async () => {
  const { reply, send } = liveStream();
  const {
    appeal: _appeal,
    appealUntil: _until,
    network: _network,
    alike: _alike,
    ...known
  } = refused;
  stubApi({ ...page, [EVENTS]: reply });
  openApp(address);
  await screen.findByText("Live: new clicks appear automatically");
  await screen.findAllByText(/Bot traffic/);
  await send([{ ...known, verdict: "valid", category: null, rule: null, paid: 0.0015 }]);
  const clicks = screen.getByRole("list", { name: "Clicks of this link" });
  await within(clicks).findByText("VALID");
  expect(within(clicks).getByText("$0.0015")).toBeTruthy();
  expect(within(clicks).queryByText(/INVALID/)).toBeNull();
});

it("shows what the game proved about a refused click, with its payment", async () => {
  const rule =
    "The game reported that this player came back on a later day, so this click is paid.";
  const proven = { verdict: "valid", category: "Proven by the game", rule, paid: 0.0015 } as const;
  stubApi({
    ...page,
    [`GET ${path}/clicks`]: list([{ ...refused, ...proven, appealUntil: null }]),
  });
  openApp(address);
  const clicks = await screen.findByRole("list", { name: "Clicks of this link" });
  fireEvent.click(await within(clicks).findByText(/Proven by the game/));
  expect(within(clicks).getByText("$0.0015")).toBeTruthy();
  expect(within(clicks).getByText(rule)).toBeTruthy();
  expect(within(clicks).queryByText(/^Appeal all/)).toBeNull();
});

it("resumes a lost connection after its last event", async () => {
  const { reply, send, lose, streams } = liveStream();
  const calls = stubApi({ ...page, [EVENTS]: reply });
  openApp(address);
  await screen.findByText("Live: new clicks appear automatically");
  await screen.findAllByText(/Bot traffic/);
  await send([arrived]);
  const before = streams.length;
  await lose();
  await screen.findByText("Connecting...");
  await screen.findByText("Live: new clicks appear automatically");
  const again = calls.filter((call) => call.name === EVENTS)[before];
  expect(again?.lastEventId).toBe("2026-03-01T00:00:00.000Z");
  await send([{ ...arrived, verdict: "valid", paid: 0.0015, judgedInSeconds: null }]);
  await screen.findByText("$0.0015", { selector: "li *" });
});

it("explains the rule of a stamp and the network, and appeals all clicks like it", async () => {
  let appeal: unknown = null;
  const calls = stubApi({
    ...page,
    [`GET ${path}/clicks`]: () => list([{ ...refused, appeal }]),
    [`POST ${path}/clicks/${refused.id}/appeal`]: () => {
      appeal = { state: "open", text: "I know this visitor.", answer: null };
      return { status: 201, body: { status: "success", message: "Thank you.", data: appeal } };
    },
  });
  openApp(address);
  const groups = within(await screen.findByRole("list", { name: "Clicks that were not paid" }));
  expect(groups.getByRole("listitem").textContent).toContain("37 clicks");
  fireEvent.click(groups.getByText(/Bot traffic/));
  expect(groups.getByText(refused.rule)).toBeTruthy();
  expect(groups.queryByText("The click came from a data centre.")).toBeNull();
  fireEvent.click(groups.getByText("Appeal all 37 clicks like this one"));
  fireEvent.click(groups.getByRole("button", { name: "Send Appeal", hidden: true }));
  await groups.findByText("Please say in a sentence why the clicks should count.");
  const text = "I know this visitor.";
  fireEvent.change(groups.getByLabelText("Why should they count?"), { target: { value: text } });
  fireEvent.click(groups.getByRole("button", { name: "Send Appeal", hidden: true }));
  await groups.findByText(
    /^You have appealed. An operator looks at it when the day is over \(UTC\)/,
  );
  expect(groups.getByText(/, appealed/)).toBeTruthy();
  expect(calls.find((call) => call.name.startsWith("POST"))?.body).toEqual({ text });
});

it("says when there are no clicks yet, or when they could not be loaded", async () => {
  let answers = 0;
  const refusal = { status: 400, body: { message: "No" } };
  stubApi({ ...page, [`GET ${path}/clicks`]: () => (answers++ === 0 ? refusal : list([])) });
  openApp(address);
  const clicks = await screen.findByRole("region", { name: "Clicks" });
  await within(clicks).findByText("The clicks could not be loaded.");
  fireEvent.click(within(clicks).getByRole("button", { name: "Try again" }));
  await within(clicks).findByText(/No clicks yet/);
});

it("leads a user who has not joined to the Creator Hub", async () => {
  stubApi({ ...page, "GET /api/campaigns/joined": list([]) });
  openApp(address);
  await screen.findByText("You have no link for this campaign.");
  const hub = screen
    .getAllByRole("link", { name: "Creator Hub" })
    .map((link) => (link as HTMLAnchorElement).pathname);
  await waitFor(() => expect(hub).toContain("/app/creator-hub"));
});

it("shows a review of the link, and sends the creator's appeal", async () => {
  let appealed = false;
  const review = () => ({
    ...{ campaignId: joinedCampaign._id, campaign: joinedCampaign.name },
    since: "2099-03-01T00:00:00.000Z",
    until: "2099-03-07T00:00:00.000Z",
    ...{ clicks: 900, players: 2, usualPlayers: 45, unexplained: 480, waiting: 0.72 },
    appealed,
  });
  const calls = stubApi({
    ...page,
    [`GET ${path}/stats`]: () => item({ ...stats, review: review() }),
    [`POST ${path}/review/appeal`]: () => {
      appealed = true;
      return { status: 201, body: { status: "success", message: "Thank you.", data: review() } };
    },
  });
  openApp(address);
  const notice = await screen.findByRole("region", { name: "Under review" });
  expect(notice.textContent).toContain(
    "900 of your clicks were paid, and 2 players joined the game",
  );
  expect(notice.textContent).toContain("What 480 clicks were paid waits, $0.72");
  fireEvent.click(within(notice).getByText("Appeal the review"));
  const text = "Viewers of my videos.";
  fireEvent.change(within(notice).getByLabelText("Who follows this link?"), {
    target: { value: text },
  });
  fireEvent.click(within(notice).getByRole("button", { name: "Send Appeal" }));
  await within(notice).findByText("You have appealed. An operator will read it.");
  expect(calls.find((call) => call.name.startsWith("POST"))?.body).toEqual({ text });
});

it("copies the short link with a line that discloses the pay", async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  stubApi(page);
  openApp(address);
  const line = `#ad, I earn per click ${joinedCampaign.shortLink}`;
  await screen.findByText("Mark your posts with it as ads: #ad.");
  await openFold("More ways to share");
  fireEvent.click(screen.getByRole("button", { name: "Copy with #ad" }));
  await waitFor(() => expect(copied).toEqual([line]));
});
