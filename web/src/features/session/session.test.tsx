import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../../testing/stub-api";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

describe("on start", () => {
  it("leads from a protected page to the login when there is no token, and calls nobody", async () => {
    const calls = stubApi({});
    const { path } = openApp("/app/payments");
    await screen.findByRole("button", { name: "Sign In" });
    expect(path()).toBe("/login");
    expect(calls).toEqual([]);
  });

  it("shows a protected page to whom the server knows", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...signedIn, ...emptyMarket });
    openApp("/app/creator-hub");
    await screen.findByRole("heading", { name: "Creator Hub" });
    expect(calls[0]).toMatchObject({ name: "GET /api/auth/me", authorization: "Bearer secret" });
  });

  it("forgets a token that the server refuses, says so and leads to the login", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Authentication failed" } } });
    const { path } = openApp("/app/creator-hub");
    await screen.findByText("Authentication failed");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("says its own text when the server's refusal has none", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 403, body: {} } });
    openApp("/app/creator-hub");
    await screen.findByText("Authentication failed");
  });

  it("leads to the login without a word when nobody answers", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({});
    const { path } = openApp("/app/creator-hub");
    await waitFor(() => expect(path()).toBe("/login"), { timeout: 4_000 });
    expect(calls.length).toBeGreaterThan(1);
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("checks the token on public pages too", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Authentication failed" } } });
    const { path } = openApp("/terms");
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

describe("addresses", () => {
  it.each(["/app", "/app/nowhere", "/nowhere/at/all", "/creator-hub"])(
    "%s is the Creator Hub",
    async (address) => {
      localStorage.setItem("token", "secret");
      stubApi({ ...signedIn, ...emptyMarket });
      const { path } = openApp(address);
      await screen.findByRole("heading", { name: "Creator Hub" });
      expect(path()).toBe("/app/creator-hub");
    },
  );

  it("signs in with a token from the fragment and says welcome", async () => {
    stubApi({ ...signedIn, ...emptyMarket });
    const { path } = openApp("/login/token#token=from-google");
    await screen.findByText("Welcome!");
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("from-google");
  });
});

it("logs out: forgets the token, tells the server with it, and shows the login", async () => {
  localStorage.setItem("token", "secret");
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "POST /api/auth/logout": { body: { status: "success", message: "" } },
  });
  const { path } = openApp("/app/creator-hub");
  await screen.findByRole("heading", { name: "Creator Hub" });
  expect(await screen.findByText(user.username)).toBeTruthy();
  const [logout] = screen.getAllByText("Logout");
  if (logout) fireEvent.click(logout);
  await waitFor(() => expect(path()).toBe("/login"));
  expect(localStorage.getItem("token")).toBeNull();
  expect(calls.at(-1)).toMatchObject({
    name: "POST /api/auth/logout",
    authorization: "Bearer secret",
  });
});
