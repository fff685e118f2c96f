import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { campaign, item, list, ownCampaign, signedIn, stubApi } from "../../testing/stub-api";

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
};

const conversions = {
  conversion: "joined",
  conversions: 11,
  conversionRate: 36.67,
  value: 4.99,
  waiting: 2,
  events: [
    { event: "joined", conversions: 11, value: 0 },
    { event: "purchase", conversions: 1, value: 4.99 },
  ],
  retention: [
    { day: 1, arrived: 80, returned: 2, percent: 2.5 },
    { day: 7, arrived: 60, returned: 0, percent: 0 },
  ],
  retentionTier: "under_3",
  ownEvents: ["purchase"],
  costPerConversion: 0.004091,
  keys: [],
  creators: [
    {
      userId: "u2",
      username: "Cleo",
      impressions: 500,
      validClicks: 30,
      conversions: 11,
      conversionRate: 36.67,
      value: 4.99,
      retention: { day: 1, arrived: 80, returned: 2, percent: 2.5 },
      retentionTier: "under_3",
    },
  ],
  latest: null,
};

const key = {
  id: "k1",
  name: "Game server",
  createdAt: "2026-01-02T00:00:00.000Z",
  lastUsedAt: null,
  endsAt: null,
};

const page = {
  ...signedIn,
  [`GET ${path}`]: item(campaign),
  [`GET ${path}/stats`]: item(stats),
  [`GET ${path}/links`]: list([]),
  [`GET ${path}/conversions`]: item(conversions),
};

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const panel = () => screen.findByRole("region", { name: "Conversions" });

it("shows what clicks became, and who of the players came back", async () => {
  stubApi(page);
  openApp(address);
  const insight = await panel();
  for (const text of ["$0.004091", "2 wait for their clicks", "purchase"]) {
    expect(within(insight).getByText(text)).toBeTruthy();
  }
  const retention = within(insight).getByRole("region", { name: "Retention" });
  expect(within(retention).getByText("2.5%")).toBeTruthy();
  expect(within(retention).getByText("Day 1: under 3% retention.")).toBeTruthy();
  expect(within(insight).getByRole("row", { name: /Cleo/ })).toBeTruthy();
  expect(within(insight).getByText("Nothing received yet.")).toBeTruthy();
});

it("fills a new key in once, and sends a test event with it", async () => {
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
  openApp(address);
  const insight = await panel();
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

it("rotates a key, which shows the new one, and revokes one", async () => {
  let keys: (Omit<typeof key, "endsAt"> & { endsAt: string | null })[] = [key];
  const calls = stubApi({
    ...page,
    [`GET ${path}/conversions`]: () => item({ ...conversions, keys }),
    [`POST ${path}/keys/k1/rotate`]: () => {
      keys = [
        { ...key, endsAt: "2026-01-03T00:00:00.000Z" },
        { ...key, id: "k2" },
      ];
      return item({ ...key, id: "k2", token: "fcc_new" }, "Key rotated.");
    },
    [`DELETE ${path}/keys/k1`]: () => {
      keys = keys.filter(({ id }) => id !== "k1");
      return { body: { status: "success", message: "Key revoked" } };
    },
  });
  openApp(address);
  const insight = await panel();
  fireEvent.click(await within(insight).findByRole("button", { name: "Rotate Game server" }));
  await within(insight).findByText("fcc_new");
  await within(insight).findByText(/^Rotated: stops/);
  const [old] = within(insight).getAllByRole("button", { name: "Revoke Game server" });
  if (old) fireEvent.click(old);
  await screen.findByText("Key revoked");
  await waitFor(() => expect(within(insight).queryByText(/^Rotated: stops/)).toBeNull());
  expect(calls.filter((call) => call.name.startsWith("DELETE"))).toHaveLength(1);
});

it("names events and marks one as the conversion", async () => {
  const calls = stubApi({ ...page, [`PUT ${path}/events`]: item(conversions, "Events saved") });
  openApp(address);
  const insight = await panel();
  fireEvent.change(within(insight).getByLabelText("Another event"), {
    target: { value: "level_3" },
  });
  fireEvent.click(within(insight).getByRole("button", { name: "Add event" }));
  await screen.findByText("Events saved");
  fireEvent.click(
    within(insight).getByRole("button", { name: "Count purchase as the conversion" }),
  );
  await waitFor(() => expect(calls.filter((call) => call.name.startsWith("PUT"))).toHaveLength(2));
  expect(calls.filter((call) => call.name.startsWith("PUT")).map((call) => call.body)).toEqual([
    { own: ["purchase", "level_3"], conversion: "joined" },
    { own: ["purchase"], conversion: "purchase" },
  ]);
});

it("says so when the conversions cannot be loaded", async () => {
  stubApi({ ...page, [`GET ${path}/conversions`]: { status: 503, body: { message: "Away" } } });
  openApp(address);
  await screen.findByText("The conversions could not be loaded.", {}, { timeout: 15_000 });
});
