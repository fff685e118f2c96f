import { screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeSide } from "../session/session";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, list, signedIn, stubApi } from "../testing/stub-api";
import { fetchOrTakeAhead, firstCalls, isAhead, sendAhead } from "./request-ahead";

const { origin } = window.location;
const hub = { origin, pathname: "/app/creator-hub", search: "" };
const me = `${origin}/api/auth/me`;

function fetchWith(token: string, method = "GET") {
  return fetchOrTakeAhead(me, { method, headers: { authorization: `Bearer ${token}` } });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  localStorage.setItem("token", "secret");
  storeSide("creator");
});

afterEach(() => {
  vi.advanceTimersByTime(10_000);
});

it("sends the requests of the Creator Hub, each once", async () => {
  const calls = stubApi({ ...signedIn, ...emptyMarket });
  sendAhead(hub);
  await vi.waitFor(() => expect(calls).toHaveLength(4));
  const ahead = calls.map(({ name }) => name);
  openApp(hub.pathname);
  await screen.findByText("No campaigns available at the moment. Check back later!");
  expect(ahead).toEqual([
    "GET /api/auth/me",
    "GET /api/users/dashboard",
    "GET /api/campaigns",
    "GET /api/campaigns/joined",
  ]);
  expect(calls.map(({ name }) => name)).toEqual(ahead);
  expect(calls.every(({ authorization }) => authorization === "Bearer secret")).toBe(true);
});

const id = "01900000-0000-7000-8000-000000000009";

it.each(Object.entries(firstCalls))("sends for %s only what it uses", async (page, paths) => {
  stubApi(signedIn);
  const pathname = page.replace("$id", id);
  sendAhead({ ...hub, pathname });
  // Otherwise they would be dropped after a while, used or not.
  vi.clearAllTimers();
  openApp(pathname);
  const urls = paths.map((path) => origin + path.replace("$id", id));
  await vi.waitFor(() => expect(urls.filter(isAhead)).toEqual([]), { timeout: 60_000 });
});

it.each([
  { ...hub, search: "?tab=mine" },
  { ...hub, pathname: "/app/wallet" },
])("sends only the session check at $pathname with the search $search", async (page) => {
  const calls = stubApi(signedIn);
  sendAhead(page);
  expect((await fetchWith("secret")).status).toBe(200);
  expect(calls.map(({ name }) => name)).toEqual(["GET /api/auth/me"]);
});

it("loads the first covers of the market, and still passes the list on", async () => {
  const covers: string[] = [];
  vi.stubGlobal(
    "Image",
    class {
      set src(address: string) {
        covers.push(address);
      }
    },
  );
  const market = ["one", "two", "three"].map((name) => ({
    ...campaign,
    cover: { ...campaign.cover, image: `/covers/${name}` },
  }));
  stubApi({ ...signedIn, ...emptyMarket, "GET /api/campaigns": list(market) });
  sendAhead(hub);
  await vi.waitFor(() => expect(covers).toEqual(["/covers/one", "/covers/two"]));
  const headers = { authorization: "Bearer secret" };
  const answer = await fetchOrTakeAhead(`${origin}/api/campaigns?limit=12`, {
    method: "GET",
    headers,
  });
  expect((await answer.json()).data).toHaveLength(3);
});

it("sends nothing for a visitor who is not signed in", () => {
  localStorage.clear();
  const calls = stubApi(signedIn);
  sendAhead(hub);
  expect(calls).toEqual([]);
});

it("returns a response once, and only to its own token", async () => {
  const calls = stubApi({ ...signedIn, "DELETE /api/auth/me": { body: {} } });
  sendAhead({ ...hub, pathname: "/" });
  await fetchWith("other");
  await fetchWith("secret", "DELETE");
  expect(calls).toHaveLength(3);
  await fetchWith("secret");
  expect(calls).toHaveLength(3);
  await fetchWith("secret");
  expect(calls).toHaveLength(4);
});

it("drops old responses", async () => {
  const calls = stubApi(signedIn);
  sendAhead({ ...hub, pathname: "/" });
  vi.advanceTimersByTime(10_000);
  await fetchWith("secret");
  expect(calls).toHaveLength(2);
});

it("passes a lost connection on to the caller", async () => {
  stubApi({});
  sendAhead({ ...hub, pathname: "/" });
  await expect(fetchWith("secret")).rejects.toThrow("Failed to fetch");
});
