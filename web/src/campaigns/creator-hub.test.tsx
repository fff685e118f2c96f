import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import {
  campaign,
  emptyMarket,
  item,
  joinedCampaign,
  list,
  ownCampaign,
  signedIn,
  stubApi,
  user,
} from "../testing/stub-api";

const other = { ...campaign, _id: "c2", name: "Castle of Doubt", gameName: null };

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows a new user that there is nothing yet", async () => {
  stubApi({ ...signedIn, ...emptyMarket });
  openApp("/app/creator-hub");
  await screen.findByText("No campaigns available at the moment. Check back later!");
  // Neither figures of nothing nor filters over nothing.
  expect(screen.queryByText("Total Earnings")).toBeNull();
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Filters" })).toBeNull();
});

it("shows four figures after the first join", async () => {
  const stats = { totalEarnings: 0, totalClicks: 0, activeLinks: 1, pendingPayout: 0 };
  const dashboard = { body: { stats: { ...stats, judgedUpTo: null } } };
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/users/dashboard": dashboard });
  openApp("/app/creator-hub");
  for (const label of ["Total Earnings", "Total Clicks", "Active Links", "Pending Payout"]) {
    await screen.findByText(label);
  }
  expect(screen.queryByText(/^Judged up to|^Nothing has been judged yet/)).toBeNull();
});

it("tells a user under 18 before the work who is paid", async () => {
  const me = { ...user, mustConfirmGuardian: true };
  stubApi({
    ...emptyMarket,
    "GET /api/auth/me": { body: { status: "success", message: "", data: { user: me } } },
    "GET /api/campaigns": list([campaign]),
  });
  openApp("/app/creator-hub");
  await screen.findByText(/^You are under 18: only a parent or guardian is paid/);
  expect(screen.getByRole("link", { name: "set that up" })).toHaveProperty(
    "pathname",
    "/app/payments",
  );
});

it.each([
  [
    "developer",
    "The game's developer stopped this link.",
    "choose another game",
    "/app/creator-hub",
  ],
  ["operator", "Fairclick stopped this link.", "Ask support", "/contact"],
] as const)(
  "says that the %s stopped a link and what to do, and offers no copy of it",
  async (disabledBy, who, advice, path) => {
    const stopped = { ...joinedCampaign, disabledBy };
    stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns/joined": list([stopped]) });
    openApp("/app/creator-hub?tab=mine");
    const card = within(await screen.findByRole("article", { name: campaign.name }));
    const notice = within(await card.findByRole("note"));
    notice.getByText(who);
    expect(notice.getByRole("link", { name: advice })).toHaveProperty("pathname", path);
    expect(card.queryByRole("button", { name: "Copy Link" })).toBeNull();
    expect(card.queryByRole("textbox")).toBeNull();
    card.getByRole("link", { name: "See Clicks" });
  },
);

it("names a country that Stripe cannot pay out to once, also with a campaign open", async () => {
  const me = { status: "success", message: "", data: { user: { ...user, country: "BR" } } };
  stubApi({
    ...emptyMarket,
    "GET /api/auth/me": { body: me },
    "GET /api/campaigns": list([campaign]),
    [`GET /api/campaigns/${campaign._id}`]: item(campaign),
  });
  openApp(`/app/creator-hub?campaign=${campaign._id}`);
  await within(await screen.findByRole("dialog")).findByText(campaign.description);
  expect(await screen.findAllByText(/^Stripe cannot pay out to Brazil yet/)).toHaveLength(1);
});

it("shows large what an ended campaign earned, not what its clicks paid", async () => {
  const ended = { ...joinedCampaign, status: "ENDED" };
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns/joined": list([ended]) });
  openApp("/app/creator-hub?tab=mine");
  const card = within(await screen.findByRole("article", { name: campaign.name }));
  expect((await card.findByText("earned")).textContent).toBe("$0.045 earned");
  expect(card.queryByText("per 1,000 clicks")).toBeNull();
});

it("leads a user without campaigns to the joinable ones", async () => {
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns": list([campaign]) });
  const { path } = openApp("/app/creator-hub?tab=mine");
  fireEvent.click(await screen.findByRole("link", { name: "Find a campaign" }));
  await screen.findByRole("heading", { name: campaign.name });
  expect(path()).toBe("/app/creator-hub");
});

it("shows one error if loading fails", async () => {
  stubApi({
    ...signedIn,
    "GET /api/users/dashboard": { status: 400, body: {} },
    "GET /api/campaigns": { status: 400, body: {} },
    "GET /api/campaigns/joined": { status: 400, body: {} },
  });
  openApp("/app/creator-hub");
  const [failure] = await screen.findAllByText("Failed to load Creator Hub data.");
  expect(failure).toBeTruthy();
  await waitFor(() => expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1));
});

it("joins a campaign, which moves to My Campaigns with its link", async () => {
  const nextPrice = { payoutPerClick: 0.001, startsAt: "2098-01-01T12:00:00.000Z" };
  stubJoining({ ...joinedCampaign, nextPrice });
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Join campaign" }));
  await screen.findByText("Successfully joined campaign!");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Join campaign" })).toBeNull());
  fireEvent.click(screen.getByRole("tab", { name: "My Campaigns" }));
  // The card of the first tab has the same name.
  const earned = await screen.findByText("$0.045");
  const card = screen.getByRole("article", { name: campaign.name });
  expect(card.contains(earned)).toBe(true);
  expect(within(card).getByRole("textbox")).toHaveProperty("value", joinedCampaign.shortLink);
  expect(within(card).getByRole("button", { name: "Copy Link" })).toBeTruthy();
  expect(within(card).getByText(/^The price changes from/).textContent).toContain(
    "from $0.0015 to $0.001 on",
  );
});

it.each([
  [{ status: 409, body: { message: "Already joined" } }, "Already joined"],
  [{ status: 500, body: {} }, "Failed to join campaign"],
])("after %j it shows %j and keeps the campaign in the list", async (reply, text) => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([campaign]),
    [`POST /api/campaigns/join/${campaign._id}`]: reply,
  });
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Join campaign" }));
  await screen.findByText(text);
  await screen.findByRole("button", { name: "Join campaign" });
});

it("offers to tell once when a game opens, in an empty market only", async () => {
  let waitsForGame = false;
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/auth/me": () =>
      item({ user: { ...user, ...(waitsForGame && { waitsForGame: true }) } }),
    "POST /api/users/profile/wait-for-game": () => {
      waitsForGame = true;
      return { body: { status: "success", message: "" } };
    },
  });
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Tell me when a game opens" }));
  await screen.findByText("We will tell you when a game opens.");
  cleanup();
  stubApi({ ...signedIn, ...emptyMarket });
  openApp("/app/creator-hub?search=none");
  await screen.findByText(/No joinable campaign is called/);
  expect(screen.queryByRole("button", { name: "Tell me when a game opens" })).toBeNull();
});

/** A clipboard that keeps what a press copied, at once or once it is known. */
function stubClipboard(write?: () => never) {
  const copied: string[] = [];
  class Item {
    constructor(readonly parts: Record<string, Promise<Blob>>) {}
  }
  vi.stubGlobal("ClipboardItem", Item);
  const clipboard = {
    write:
      write ??
      (async ([item]: Item[]) =>
        void copied.push((await (await item?.parts["text/plain"])?.text()) ?? "")),
  };
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: clipboard } }));
  return copied;
}
/** A market with one campaign, which can be joined. */
function stubJoining(link: object = joinedCampaign) {
  let joined = false;
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": () => list(joined ? [] : [campaign]),
    "GET /api/campaigns/joined": () => list(joined ? [link] : []),
    [`POST /api/campaigns/join/${campaign._id}`]: () => {
      joined = true;
      const message = "Successfully joined campaign!";
      return { body: { status: "success", message, data: joinedCampaign } };
    },
  });
}

it("copies the link in the press that joins", async () => {
  const copied = stubClipboard();
  stubJoining();
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Join campaign" }));
  await screen.findByText("Link copied to clipboard!");
  expect(copied).toEqual([joinedCampaign.shortLink]);
  const said = [...document.querySelectorAll("[data-sonner-toast]")].map(
    (each) => each.textContent,
  );
  expect(said.toReversed()).toEqual(["Successfully joined campaign!", "Link copied to clipboard!"]);
});

it("says nothing if the link cannot be copied: the button for it stands there", async () => {
  stubClipboard(() => {
    throw new DOMException("Denied", "NotAllowedError");
  });
  stubJoining();
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Join campaign" }));
  await screen.findByText("Successfully joined campaign!");
  await screen.findByRole("button", { name: "Copy Link" });
  expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1);
});

it("turns the card into the link where it stood, with Copy, QR and the focus", async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  let joined = false;
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": () => list(joined ? [other] : [campaign, other]),
    "GET /api/campaigns/joined": () => list(joined ? [joinedCampaign] : []),
    [`POST /api/campaigns/join/${campaign._id}`]: () => promise,
  });
  openApp("/app/creator-hub");
  const card = await screen.findByRole("article", { name: campaign.name });
  const button = within(card).getByRole("button", { name: "Join campaign" });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await within(card).findByRole("button", { name: "Joining..." }));
  joined = true;
  const message = "Successfully joined campaign!";
  resolve({ body: { status: "success", message, data: joinedCampaign } });
  const copy = await screen.findByRole("button", { name: "Copy Link" });
  const names = screen.getAllByRole("article").map((each) => each.querySelector("h3")?.textContent);
  expect(names).toEqual([campaign.name, other.name]);
  expect(screen.getByRole("textbox")).toHaveProperty("value", joinedCampaign.shortLink);
  expect(document.activeElement).toBe(copy);
  fireEvent.click(screen.getByRole("button", { name: "QR" }));
  await screen.findByTitle(`QR code of ${joinedCampaign.shortLink}`);
  expect(calls.filter(({ name }) => name.startsWith("POST /api/campaigns/join"))).toHaveLength(1);
});

it("opens the share sheet for the link if the device has one", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  stubJoining();
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Join campaign" }));
  fireEvent.click(await screen.findByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledWith({
    title: campaign.name,
    text: "#ad, I earn per click",
    url: joinedCampaign.shortLink,
  });
});

it.each(["/app/creator-hub", "/app/creator-hub?tab=mine"])(
  "says once on %s up to when clicks have been judged",
  async (path) => {
    const older = { judgedUpTo: "2026-02-28T09:00:05.000Z" };
    const stats = { totalEarnings: 1, totalClicks: 1, activeLinks: 1, pendingPayout: 0, ...older };
    stubApi({
      ...signedIn,
      ...emptyMarket,
      "GET /api/users/dashboard": { body: { stats } },
      "GET /api/campaigns": list([campaign, { ...other, ...older }]),
      "GET /api/campaigns/joined": list(
        path.endsWith("mine") ? [{ ...joinedCampaign, ...older }] : [],
      ),
      "GET /api/campaigns/my-campaigns": list([
        { ...ownCampaign, ...older },
        { ...ownCampaign, ...older, _id: "c9", name: "Second campaign" },
      ]),
    });
    openApp(path);
    await screen.findAllByRole("article");
    const moments = (await screen.findAllByText(/^Judged up to/)).map((line) =>
      line.querySelector("time"),
    );
    expect(moments.map((time) => time?.dateTime)).toEqual([older.judgedUpTo]);
  },
);

it("finds campaigns by name, ignoring case, and keeps the search in the URL", async () => {
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns": list([campaign, other]) });
  const { path } = openApp("/app/creator-hub");
  await screen.findByRole("article", { name: campaign.name });
  expect(screen.getByText("Game Not Specified")).toBeTruthy();
  const box = screen.getByRole("searchbox", { name: "Search campaigns" });
  fireEvent.change(box, { target: { value: "CASTLE" } });
  await waitFor(() => expect(screen.queryByRole("article", { name: campaign.name })).toBeNull());
  await screen.findByRole("article", { name: other.name });
  expect(path()).toBe("/app/creator-hub?search=CASTLE");
});

it("prints the name of a campaign once if the game has the same", async () => {
  const same = { ...campaign, name: "Tower", gameName: "Tower" };
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns": list([same]) });
  openApp("/app/creator-hub");
  const card = await screen.findByRole("article", { name: "Tower" });
  expect(within(card).getAllByText("Tower")).toHaveLength(1);
});

it("shows a campaign's details with a join button", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([campaign]),
    [`GET /api/campaigns/${campaign._id}`]: { body: { status: "success", data: campaign } },
  });
  openApp("/app/creator-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Details" }));
  const dialog = await screen.findByRole("dialog", { name: campaign.name });
  expect(within(dialog).getByText(/^Judged up to/)).toBeTruthy();
  expect(within(dialog).getByText(/^By Dana, here since/)).toBeTruthy();
  for (const text of [/^By Dana/, "Active", "$0.0015", "$14.955", "41", "Climb.", "Climbers"]) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
  const tips = within(dialog).getByRole("list");
  expect(within(tips).getAllByRole("listitem")).toHaveLength(4);
  expect(within(dialog).getByRole("button", { name: "Join Campaign" })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("leads from the details of a joined campaign to My Campaigns", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns/joined": list([joinedCampaign]),
    [`GET /api/campaigns/${campaign._id}`]: { body: { status: "success", data: campaign } },
  });
  const { path } = openApp(`/app/creator-hub?campaign=${campaign._id}`);
  const view = await screen.findByRole("button", { name: "View in Active Campaigns" });
  expect(within(screen.getByRole("dialog")).getByLabelText(/^Link for/)).toBeTruthy();
  fireEvent.click(view);
  await screen.findByRole("button", { name: "Copy Link" });
  expect(path()).toBe("/app/creator-hub?tab=mine");
});

it("says before joining which clicks are paid", async () => {
  const audience = { countries: ["AT", "DE", "FR", "IT"], devices: ["phone"] };
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([{ ...campaign, audience, paysFor: "players" }, other]),
    [`GET /api/campaigns/${campaign._id}`]: item({ ...campaign, audience, paysFor: "players" }),
  });
  openApp("/app/creator-hub");
  const card = await screen.findByRole("article", { name: campaign.name });
  const waits = /^If far fewer players arrive from a creator than from the others/;
  await within(card).findByText(waits);
  within(card).getByText("Austria, France, Germany, and 1 more; phones or tablets");
  const all = screen.getByRole("article", { name: other.name });
  expect(within(all).queryByText("Audience")).toBeNull();
  fireEvent.click(within(card).getByRole("button", { name: "Details" }));
  const dialog = await screen.findByRole("dialog", { name: campaign.name });
  within(dialog).getByText(waits);
  within(dialog).getByText(
    "Pays only for clicks from Austria, France, Germany, and Italy, on phones or tablets. A click whose country or device is not known is not paid.",
  );
});

it("shows how many clicks join the game beside the genre's median, and a silent game", async () => {
  const joinRate = { clicks: 900, joined: 9, percent: 1, genrePercent: 14.2, isFarBelow: true };
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([campaign]),
    [`GET /api/campaigns/${campaign._id}`]: item({ ...campaign, joinRate }),
  });
  openApp(`/app/creator-hub?campaign=${campaign._id}`);
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText("1%, median of the genre 14.2%");
  expect(within(dialog).getByText(/reports far fewer players than others/)).toBeTruthy();
});

it("shows whom a campaign wants, and leads from its details to the profile", async () => {
  const wanted = { categories: ["Roblox", "Tutorials"], platforms: ["YouTube"] };
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([{ ...campaign, wanted }, other]),
    [`GET /api/campaigns/${campaign._id}`]: item({ ...campaign, wanted }),
  });
  openApp("/app/creator-hub");
  const card = await screen.findByRole("article", { name: campaign.name });
  await within(card).findByText("Wants creators of: Roblox or Tutorials, on YouTube");
  expect(screen.getAllByText(/^Wants creators of/)).toHaveLength(1);
  fireEvent.click(within(card).getByRole("button", { name: "Details" }));
  const dialog = await screen.findByRole("dialog", { name: campaign.name });
  const link = within(dialog).getByRole("link", { name: "your profile" });
  expect(link).toHaveProperty("pathname", "/app/profile");
});

it("sorts and filters campaigns, and keeps the choices in the URL", async () => {
  const calls = stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns": list([campaign]) });
  const { path } = openApp("/app/creator-hub?search=tower&genre=Chess&sort=name");
  fireEvent.click(await screen.findByRole("button", { name: "Filters" }));
  fireEvent.click(await screen.findByRole("button", { name: "Highest price first" }));
  await screen.findByRole("button", { name: "Highest price first", pressed: true });
  expect(path()).toBe("/app/creator-hub?search=tower&sort=price");
  fireEvent.click(screen.getByRole("button", { name: "Only those I can join" }));
  await screen.findByRole("button", { name: "Only those I can join", pressed: true });
  fireEvent.change(screen.getByRole("combobox", { name: "Genre" }), { target: { value: "RPG" } });
  const chosen = "search=tower&sort=price&genre=RPG&fit=only";
  await waitFor(() => expect(path()).toContain("=RPG"));
  expect(path()).toBe(`/app/creator-hub?${chosen}`);
  await waitFor(() => {
    const last = calls.filter(({ name }) => name === "GET /api/campaigns").at(-1);
    expect(last?.search).toBe(`?limit=12&${chosen}`);
  });
  expect(screen.getByRole("button", { name: "Filters (3)", expanded: true })).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Newest first" }));
  await waitFor(() => expect(path()).not.toContain("sort"));
});

it("makes one promise on a card, with the two facts that decide, and says the rest in its details", async () => {
  const unknown = { budgetDays: null, countedPercent: null, verdictMinutes: null };
  const silent = { ...other, standing: { ...campaign.standing, ...unknown } };
  const known = { ...campaign, estimate: 1.3649 };
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([known, silent]),
    [`GET /api/campaigns/${campaign._id}`]: item(known),
    [`GET /api/campaigns/${other._id}`]: item(silent),
  });
  openApp("/app/creator-hub");
  const card = await screen.findByRole("article", { name: campaign.name });
  expect(card.textContent).toContain("$1.50 per 1,000 clicks$0.0015 per click");
  expect(readLines(card)).toEqual({
    "Budget left": "$14.95",
    "Budget lasts": "About 13 days at today's rate",
  });
  const game = within(card).getByRole("link", { name: /Play the game/ });
  expect([game.getAttribute("href"), game.getAttribute("rel")]).toEqual([
    campaign.gameUrl,
    "noopener noreferrer nofollow",
  ]);
  const without = screen.getByRole("article", { name: other.name });
  expect(readLines(without)).toEqual({ "Budget left": "$14.95", Ends: "Dec 31, 2098" });

  fireEvent.click(within(card).getByRole("button", { name: "Details" }));
  const dialog = await screen.findByRole("dialog", { name: campaign.name });
  await within(dialog).findByText(/^1,000 clicks of yours would earn about/);
  expect(readLines(dialog)).toMatchObject({
    "Budget Lasts": "About 13 days at today's rate",
    "Clicks That Counted": "91%",
    "Verdict After": "About 1 minute",
    "Paid Out So Far": "$0.045",
    "Pays For": "Every valid click",
  });
  within(dialog).getByText("By Dana, here since 2026.");
  within(dialog).getByRole("link", { name: /Play the game/ });
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  fireEvent.click(within(without).getByRole("button", { name: "Details" }));
  const silentDialog = await screen.findByRole("dialog", { name: other.name });
  await within(silentDialog).findByText("Paid Out So Far");
  for (const unsaid of ["Budget Lasts", "Clicks That Counted", "Verdict After"]) {
    expect(within(silentDialog).queryByText(unsaid)).toBeNull();
  }
  expect(within(silentDialog).queryByText(/clicks of yours/)).toBeNull();
});

function readLines(within: HTMLElement): Record<string, string | null | undefined> {
  const terms = [...within.querySelectorAll("dt")];
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextSibling?.textContent]));
}

it.each(["IN_REVIEW", "PAUSED", "DISABLED"])(
  "does not open the game of a campaign that is %s",
  async (status) => {
    const stopped = { ...joinedCampaign, status };
    stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns/joined": list([stopped]) });
    openApp("/app/creator-hub?tab=mine");
    const card = await screen.findByRole("article", { name: campaign.name });
    expect(within(card).queryByRole("link", { name: /Play the game/ })).toBeNull();
  },
);
