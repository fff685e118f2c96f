import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, list, ownCampaign, signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";

const summary = "GET /api/wallet/summary";

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  vi.useRealTimers();
});

it("loads the data of a page when its link is focused", async () => {
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "GET /api/campaigns/my-campaigns": list([ownCampaign]),
  });
  const { path } = openApp("/app/creator-hub");
  const [link] = await screen.findAllByRole("link", { name: "Developer Hub" });
  await screen.findByText("No campaigns available at the moment. Check back later!");
  expect(calls.some(({ name }) => name === summary)).toBe(false);
  link?.focus();
  await waitFor(() => {
    const names = calls.map(({ name }) => name);
    expect(names).toContain(summary);
    expect(names).toContain("GET /api/campaigns/my-campaigns");
  });
  expect(path()).toBe("/app/creator-hub");
});

it("waits a moment for a page's first answers, and no longer", async () => {
  // As where the page names its script: the code is there before the answers.
  await import("../money/payments");
  const answered = Promise.withResolvers<void>();
  const ofWallet = wallet[summary];
  const slow = async () => {
    await answered.promise;
    if (typeof ofWallet !== "object") throw new TypeError("There is no wallet");
    return ofWallet;
  };
  stubApi({ ...signedIn, ...wallet, [summary]: slow });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  openApp("/app/payments");
  await settle();
  expect(screen.queryByText("Loading wallet")).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  await settle();
  expect(screen.getAllByText("Loading wallet")).not.toEqual([]);
  vi.useRealTimers();
  answered.resolve();
  await screen.findByText("Can be withdrawn");
});

/** A spinner has taken the page's place by then. */
const LONGER_MS = 500;

it("leaves pages that still wait, without a failure", async () => {
  const failures = vi.fn();
  vi.stubGlobal("reportError", failures);
  const never = () => new Promise<never>(() => {});
  const waiting = { "GET /api/wallet/earnings": never, "GET /api/users/profile": never };
  stubApi({ ...signedIn, ...emptyMarket, ...wallet, ...waiting });
  const { app } = openApp("/app/payments");
  await screen.findByText("Can be withdrawn");
  for (const to of ["/app/earnings", "/app/profile", "/app/creator-hub", "/app/campaigns/create"]) {
    void app.router.navigate({ to });
    await new Promise((resolve) => setTimeout(resolve, LONGER_MS));
  }
  await app.router.navigate({ to: "/app/creator-hub" });
  await screen.findByRole("heading", { level: 1, name: "Creator Hub" });
  expect(failures).not.toHaveBeenCalled();
});

/** Lets everything happen that no timer holds back. */
async function settle() {
  for (let turn = 0; turn < 500; turn += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise(setImmediate);
  }
}

it("loads a page that failed on a retry, below the navigation", async () => {
  const profile = "GET /api/users/profile";
  const failure = { status: 400, body: { message: "Not today" } };
  let answers = 0;
  const calls = stubApi({
    ...signedIn,
    "GET /api/auth/sessions": list([]),
    [profile]: () => (answers++ === 0 ? failure : { body: account }),
  });
  openApp("/app/profile");
  await screen.findByText("Not today");
  expect(screen.getByRole("main").textContent).toContain("Not today");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { level: 1, name: "Profile" });
  expect(calls.filter(({ name }) => name === profile)).toHaveLength(2);
});

it("keeps the parts of a page whose other part failed, and retries that part alone", async () => {
  const transactions = "GET /api/wallet/transactions";
  let answers = 0;
  const calls = stubApi({
    ...signedIn,
    ...wallet,
    [transactions]: () => (answers++ === 0 ? { status: 400, body: {} } : wallet[transactions]),
  });
  openApp("/app/payments");
  await screen.findByText("Can be withdrawn");
  const [retry, ...others] = await screen.findAllByRole("button", { name: "Try again" });
  expect(others).toEqual([]);
  fireEvent.click(retry as HTMLElement);
  await screen.findByText("No Transactions Yet");
  expect(calls.filter(({ name }) => name === summary)).toHaveLength(1);
});

const account = {
  username: "Dana",
  email: "dana@example.com",
  emailConfirmed: true,
  mailAvailable: true,
  secondFactor: { on: false, recoveryCodes: 0 },
  memberSince: "2026-01-01T00:00:00.000Z",
  hasPassword: true,
  google: { available: false, connected: false },
  payouts: "none",
  isMinor: false,
  mustConfirmGuardian: false,
  language: "en",
  obstacles: [],
  content: { categories: [], platforms: [] },
};
