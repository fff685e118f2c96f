import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, list, ownCampaign, signedIn, stubApi } from "../testing/stub-api";
import { campaignConversions as conversions } from "../testing/stub-campaign-page";
import { formatStep } from "../ui/format";

const path = `/api/campaigns/${campaign._id}`;
const address = `/app/campaigns/${campaign._id}`;

const stats = {
  clicks: ownCampaign.clicks,
  reasons: [],
  reserved: 15,
  pending: 0.003,
  held: 0,
  spend: 0.045,
  budgetRemaining: 14.955,
  ctr: null,
  costPerClick: 0.0015,
  judgedUpTo: null,
  stopped: null,
  pendingGameUrl: null,
};

const key = {
  id: "k1",
  name: "Game server",
  createdAt: "2026-01-02T00:00:00.000Z",
  lastUsedAt: null,
};

const point = {
  ...{ valid: 4, invalid: 1, held: 0, unpaid: 0, pending: 0, spend: 0.006 },
  ...{ impressions: 200, conversions: 1 },
};
const quiet = {
  ...{ valid: 0, invalid: 0, held: 0, unpaid: 0, pending: 0, spend: 0 },
  ...{ impressions: 0, conversions: 0 },
};
const series = {
  ...{ step: "day", timeZone: "UTC", judgedUpTo: null },
  points: [
    { ...quiet, at: "2026-01-02T00:00:00.000Z" },
    { ...point, at: "2026-01-03T00:00:00.000Z" },
  ],
};
const counts = { valid: 4, invalid: 1, held: 0, unpaid: 0, spend: 0.006 };
const breakdown = {
  ...{ dimension: "country", judgedUpTo: null },
  from: new Date(2026, 0, 2).toISOString(),
  to: new Date(2026, 0, 4).toISOString(),
  items: [{ ...counts, value: "GB" }],
  rest: { valid: 0, invalid: 2, held: 0, unpaid: 0, spend: 0 },
};

const page = {
  ...signedIn,
  [`GET ${path}/stats/series`]: item(series),
  [`GET ${path}/stats/breakdown`]: item(breakdown),
  [`GET ${path}`]: item(campaign),
  [`GET ${path}/stats`]: item(stats),
  [`GET ${path}/links`]: list([]),
  [`GET ${path}/conversions`]: item(conversions),
};

beforeEach(() => localStorage.setItem("token", "secret"));

const conversionsAddress = `${address}?section=conversions`;
const settingsAddress = `${address}/settings`;
const panel = () => screen.findByRole("region", { name: "Conversions" });

async function keysSection(): Promise<HTMLElement> {
  const section = await screen.findByRole("region", { name: "Keys and events" });
  await within(section).findByRole("region", { name: "API keys" });
  return section;
}

it("shows conversions, and how many players returned", async () => {
  stubApi(page);
  openApp(conversionsAddress);
  const insight = await panel();
  for (const text of ["$0.004091", "2 pending", "as reported"]) {
    expect(within(insight).getByText(text)).toBeTruthy();
  }
  expect(within(insight).getByRole("row", { name: /Cleo/ })).toBeTruthy();
  const retention = within(insight).getByRole("region", { name: "Retention" });
  expect(within(retention).getByText("2.5%")).toBeTruthy();
  expect(within(retention).getByText("Day 1: under 3% retention.")).toBeTruthy();
});

it("shows impressions and conversions over time, also as a table", async () => {
  stubApi(page);
  openApp(conversionsAddress);
  const insight = await panel();
  const card = await within(insight).findByRole("region", {
    name: "Impressions and conversions over time",
  });
  const [, ...rows] = within(card).getAllByRole("row", { hidden: true });
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()))).toEqual([
    [formatStep(series.points[1]?.at ?? "", "day"), "200", "5", "2.5%", "4", "1", "25%"],
  ]);
  expect(card.querySelectorAll(".bar")).toHaveLength(4);
});

it("says when there are no impressions, conversions or clicks yet", async () => {
  stubApi({
    ...page,
    [`GET ${path}/stats/series`]: item({ ...series, points: series.points.slice(0, 1) }),
    [`GET ${path}/stats/breakdown`]: item({ ...breakdown, items: [] }),
  });
  openApp(conversionsAddress);
  await screen.findByText("No impressions or conversions in this period.");
  fireEvent.click(screen.getByRole("tab", { name: "Clicks" }));
  await screen.findByText("No judged clicks in this period.");
});

it("shows where clicks came from, and in which period", async () => {
  const calls = stubApi(page);
  openApp(`${address}?section=clicks`);
  const card = await screen.findByRole("region", { name: "Where clicks came from" });
  await within(card).findByText(
    "Judged clicks of Jan 2, 2026 to Jan 3, 2026, days of your time zone.",
  );
  const names = () =>
    within(card)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent);
  expect(names()).toEqual(["United Kingdom", "All others"]);
  const before = calls.length;
  fireEvent.click(within(card).getByRole("button", { name: "Browser" }));
  await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  expect(within(card).getByRole("button", { pressed: true }).textContent).toBe("Browser");
});

it("shows devices where no country is known", async () => {
  const unknown = { ...breakdown, items: [{ ...counts, value: "unknown" }] };
  stubApi({ ...page, [`GET ${path}/stats/breakdown`]: item(unknown) });
  openApp(`${address}?section=clicks`);
  await screen.findByText("The countries of these clicks are not known.");
  await screen.findByRole("button", { name: "Device", pressed: true });
});

it("shows a new key once, and sends a test event with it", async () => {
  let latest: unknown = null;
  let keys: unknown[] = [];
  const calls = stubApi({
    ...page,
    [`GET ${path}/conversions`]: () => item({ ...conversions, keys, latest }),
    [`POST ${path}/keys`]: () => {
      keys = [key];
      return item({ ...key, token: "fcc_secret" }, "Key created");
    },
    "POST /api/conversions": () => {
      latest = { event: "joined", at: new Date().toISOString(), test: true, key: "Game server" };
      return { body: { status: "success", accepted: 1, refused: 0, results: [] } };
    },
  });
  openApp(settingsAddress);
  const insight = await keysSection();
  expect(insight.textContent).toContain("YOUR_KEY");
  expect(within(insight).queryByRole("button", { name: "Send a test event" })).toBeNull();
  fireEvent.change(within(insight).getByLabelText("Name of a new key"), {
    target: { value: "Game server" },
  });
  fireEvent.click(within(insight).getByRole("button", { name: "Create key" }));
  await within(insight).findByText("fcc_secret");
  expect(insight.textContent).toContain('local KEY = "fcc_secret"');
  fireEvent.click(within(insight).getByRole("button", { name: "Send a test event" }));
  await within(insight).findByText(/^Received: test of joined with Game server/);
  const sent = calls.find((call) => call.name === "POST /api/conversions");
  expect(sent).toMatchObject({
    authorization: "Bearer fcc_secret",
    body: { clickId: "test", event: "joined" },
  });
});

it("revokes a key", async () => {
  let keys = [key];
  const calls = stubApi({
    ...page,
    [`GET ${path}/conversions`]: () => item({ ...conversions, keys }),
    [`DELETE ${path}/keys/k1`]: () => {
      keys = [];
      return { body: { status: "success", message: "Key revoked" } };
    },
  });
  openApp(settingsAddress);
  const insight = await keysSection();
  fireEvent.click(await within(insight).findByRole("button", { name: "Revoke Game server" }));
  await screen.findByText("Key revoked");
  await waitFor(() =>
    expect(within(insight).queryByRole("button", { name: "Revoke Game server" })).toBeNull(),
  );
  expect(calls.filter((call) => call.name.startsWith("DELETE"))).toHaveLength(1);
});

it("names events and marks one as the conversion", async () => {
  const calls = stubApi({ ...page, [`PUT ${path}/events`]: item(conversions, "Events saved") });
  openApp(settingsAddress);
  const insight = await keysSection();
  fireEvent.change(within(insight).getByLabelText("Another event"), {
    target: { value: "level_3" },
  });
  fireEvent.click(within(insight).getByRole("button", { name: "Add event" }));
  await screen.findByText("Events saved");
  fireEvent.click(
    within(insight).getByRole("button", { name: "Make it the conversion: purchase" }),
  );
  await waitFor(() => expect(calls.filter((call) => call.name.startsWith("PUT"))).toHaveLength(2));
  expect(calls.filter((call) => call.name.startsWith("PUT")).map((call) => call.body)).toEqual([
    { own: ["purchase", "level_3"], conversion: "joined" },
    { own: ["purchase"], conversion: "purchase" },
  ]);
});

it("shows an error if the conversions cannot be loaded", async () => {
  stubApi({ ...page, [`GET ${path}/conversions`]: { status: 503, body: { message: "Away" } } });
  openApp(conversionsAddress);
  await screen.findByText("The conversions could not be loaded.");
});
