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
    expect(path()).toBe("/login?next=%2Fapp%2Fpayments");
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

  it.each([{ status: "success", message: "", data: {} }, {}, ""])(
    "does not take the answer %j for a user, and says so",
    async (body) => {
      localStorage.setItem("token", "secret");
      stubApi({ "GET /api/auth/me": { body } });
      const { path } = openApp("/app/creator-hub");
      await screen.findByText("Failed to verify authentication");
      await waitFor(() => expect(path()).toBe("/login"));
      expect(localStorage.getItem("token")).toBeNull();
    },
  );

  it("leads to the login without a word when nobody answers", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({});
    const { path } = openApp("/app/creator-hub");
    await waitFor(() => expect(path()).toBe("/login"), { timeout: 4_000 });
    expect(calls.length).toBeGreaterThan(1);
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("outlives a server that is briefly away", async () => {
    localStorage.setItem("token", "secret");
    let asked = 0;
    stubApi({
      ...signedIn,
      ...emptyMarket,
      "GET /api/auth/me": () => {
        asked += 1;
        return asked < 3
          ? { status: 503, body: { message: "The service is briefly unavailable." } }
          : { body: { status: "success", message: "", data: { user } } };
      },
    });
    openApp("/app/creator-hub");
    await screen.findByRole("heading", { name: "Creator Hub" });
    expect(localStorage.getItem("token")).toBe("secret");
  });

  it("checks the token on public pages too", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Authentication failed" } } });
    const { path } = openApp("/terms");
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

describe("the way back after a sign-in", () => {
  const next = "/app/payments/success?session_id=cs_test_1";
  const carried = `next=${encodeURIComponent(next)}`;
  const signedUp = { status: "success", message: "", data: { user, token: "secret" } };
  const there = {
    ...signedIn,
    "GET /api/stripe/config": { body: { publishableKey: null } },
    "POST /api/auth/login": { body: signedUp },
    "POST /api/auth/register": { status: 201, body: signedUp },
  };
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  };

  it("is kept from a guarded page through the login, query and all", async () => {
    stubApi(there);
    const { path } = openApp(next);
    await fill({ Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(path()).toBe(next));
  });

  it("is kept through the registration, there and back", async () => {
    stubApi(there);
    const { path } = openApp(`/login?${carried}`);
    fireEvent.click(await screen.findByRole("link", { name: "Create one here" }));
    const google = await screen.findByRole("link", { name: "Continue with Google" });
    expect(new URLSearchParams(google.getAttribute("href")?.split("?")[1]).get("return")).toBe(
      next,
    );
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toContain(carried);
    fireEvent.click(screen.getByRole("button", { name: "Continue with Email" }));
    await fill({ Username: "Dana", Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() => expect(path()).toBe(next));
  });

  it("is where Google's sign-in lands", async () => {
    stubApi(there);
    const fragment = new URLSearchParams({ token: "from-google", return: next });
    const { path } = openApp(`/login/token#${fragment}`);
    await waitFor(() => expect(path()).toBe(next));
  });

  it("leads nowhere else", async () => {
    stubApi({ ...there, ...emptyMarket });
    const { path } = openApp("/login?next=%2F%2Fevil.example");
    await fill({ Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  });

  it("is the page on which a session ended", async () => {
    localStorage.setItem("token", "secret");
    stubApi({
      ...signedIn,
      "GET /api/wallet/summary": { status: 401, body: { message: "Authentication failed" } },
    });
    const { path } = openApp("/app/wallet");
    await waitFor(() => expect(path()).toBe("/login?next=%2Fapp%2Fwallet"));
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
