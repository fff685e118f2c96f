import { createMemoryHistory } from "@tanstack/react-router";
import { act, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "../create-app";
import { storeSide } from "../session/session";
import { renderApp } from "./render-app";
import "../testing/open-app";
import { emptyMarket, signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";

let unmount = () => {};

/** Starts the app as a browser does. */
function start(address = "/app/creator-hub") {
  const app = createApp(createMemoryHistory({ initialEntries: [address] }));
  void app.checkStoredToken();
  const element = document.body.appendChild(document.createElement("div"));
  const root = renderApp(app, element);
  unmount = () => {
    root.unmount();
    element.remove();
  };
  return { app };
}

beforeEach(() => {
  localStorage.setItem("token", "secret");
  storeSide("creator");
});

afterEach(() => {
  vi.useRealTimers();
  act(() => unmount());
});

it("renders the page and loads nothing twice", async () => {
  const calls = stubApi({ ...signedIn, ...emptyMarket });
  const { app } = start();
  await screen.findByRole("heading", { level: 1, name: "Creator Hub" });
  await screen.findByText("No campaigns available at the moment. Check back later!");
  expect(calls.filter(({ name }) => name === "GET /api/auth/me")).toHaveLength(1);
  await app.router.navigate({ to: "/app/campaigns" });
  await screen.findByRole("heading", { level: 1, name: "Campaigns Page" });
});

it("renders a spinner while the session check is slow, and the page the moment it is there", async () => {
  const answered = Promise.withResolvers<void>();
  const me = signedIn["GET /api/auth/me"];
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/auth/me": async () => {
      await answered.promise;
      if (typeof me !== "object") throw new TypeError("Nobody is signed in");
      return me;
    },
  });
  start();
  await screen.findByText("Loading");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  answered.resolve();
  for (let turn = 0; turn < 2_000 && !screen.queryByRole("heading", { level: 1 }); turn += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise(setImmediate);
  }
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Creator Hub");
});

it("refreshes the Stripe account once after a return from Stripe, however long it takes", async () => {
  const refresh = "POST /api/stripe/refresh-account";
  const answered = Promise.withResolvers<void>();
  const calls = stubApi({
    ...signedIn,
    ...wallet,
    [refresh]: async () => {
      await answered.promise;
      return { body: { stripeAccountVerified: true } };
    },
  });
  const { app } = start("/app/payments?stripe_return=1");
  await screen.findByText("Loading");
  answered.resolve();
  await screen.findByText("Successfully connected your Stripe account!");
  await vi.waitFor(() => expect(app.router.state.location.href).toBe("/app/payments"));
  expect(calls.filter(({ name }) => name === refresh)).toHaveLength(1);
});

it("leads to the login if the session is invalid", async () => {
  stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Session expired" } } });
  const { app } = start();
  await screen.findByRole("heading", { name: "Log in" });
  await screen.findByText("Session expired");
  expect(app.router.state.location.pathname).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
});
