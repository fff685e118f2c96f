import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { beforeEach, describe, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("on start", () => {
  it("leads from a protected page to the login without a token, and sends no request", async () => {
    const calls = stubApi({});
    const { path } = openApp("/app/payments");
    await screen.findByRole("button", { name: "Sign In" });
    expect(path()).toBe("/login?next=%2Fapp%2Fpayments");
    expect(calls).toEqual([]);
  });

  it("shows a protected page to a signed-in user", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...signedIn, ...emptyMarket });
    openApp("/app/creator-hub");
    await screen.findByRole("heading", { name: "Creator Hub" });
    expect(calls[0]).toMatchObject({ name: "GET /api/auth/me", authorization: "Bearer secret" });
  });

  it("deletes a token that the server rejects, shows an error and leads to the login", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Authentication failed" } } });
    const { path } = openApp("/app/creator-hub");
    await screen.findByText("Authentication failed");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("keeps no choice of language for the next person when the server rejects the session", async () => {
    localStorage.setItem("token", "expired");
    localStorage.setItem("language-to-store", "es");
    stubApi({ "GET /api/auth/me": { status: 401, body: { message: "Authentication failed" } } });
    const { path } = openApp("/app/creator-hub");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(localStorage.getItem("language-to-store")).toBeNull();
  });

  it("shows its own text if the server sends none", async () => {
    localStorage.setItem("token", "expired");
    stubApi({ "GET /api/auth/me": { status: 403, body: {} } });
    openApp("/app/creator-hub");
    await screen.findByText("Authentication failed");
  });

  const unchecked = "Failed to verify authentication";

  it.each([
    ["is no user", { body: { status: "success", message: "", data: {} } }],
    ["is empty", { body: "" }],
    ["is an error of the server", { status: 500, body: { message: "Broken" } }],
    ["never arrives", null],
  ])("keeps the token if the answer %s, and can try again", async (_what, reply) => {
    localStorage.setItem("token", "secret");
    const me = "GET /api/auth/me";
    let isWell = false;
    const answer = () => {
      if (isWell) return { body: { status: "success", message: "", data: { user } } };
      if (reply) return reply;
      throw new TypeError("Failed to fetch");
    };
    stubApi({ ...emptyMarket, [me]: answer });
    const { path } = openApp("/app/creator-hub");
    const failure = await screen.findByRole("alert");
    expect(failure.textContent).toContain(unchecked);
    expect(path()).toBe("/app/creator-hub");
    expect(localStorage.getItem("token")).toBe("secret");
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    isWell = true;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Creator Hub" });
  });

  it("shows a public page while the session cannot be checked, and keeps the token", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({});
    const { path } = openApp("/contact");
    await waitFor(() => expect(calls.length).toBeGreaterThan(2));
    expect(path()).toBe("/contact");
    expect(localStorage.getItem("token")).toBe("secret");
  });

  it("survives a short outage of the server", async () => {
    localStorage.setItem("token", "secret");
    let attempts = 0;
    stubApi({
      ...signedIn,
      ...emptyMarket,
      "GET /api/auth/me": () => {
        attempts += 1;
        return attempts < 3
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
    const { path } = openApp("/contact");
    await waitFor(() => expect(path()).toBe("/login"));
  });
});

describe("the return page after a sign-in", () => {
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

  it("is kept through the login, with its query", async () => {
    stubApi(there);
    const { path } = openApp(next);
    await fill({ Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(path()).toBe(next));
  });

  it("is kept through the registration, and back to the login", async () => {
    stubApi(there);
    const { path } = openApp(`/login?${carried}`);
    fireEvent.click(await screen.findByRole("link", { name: "Create one here" }));
    // The login has a link to Google too.
    await screen.findByRole("button", { name: "Continue with Email" });
    const google = await screen.findByRole("link", { name: "Continue with Google" });
    expect(new URLSearchParams(google.getAttribute("href")?.split("?")[1]).get("return")).toBe(
      next,
    );
    const back = await screen.findByRole("link", { name: "Log in" });
    expect(back.getAttribute("href")).toContain(carried);
    fireEvent.click(screen.getByRole("button", { name: "Continue with Email" }));
    await fill({ Username: "Dana", Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() => expect(path()).toBe(next));
  });

  it("is opened after a sign-in with Google", async () => {
    stubApi({ ...there, "POST /api/auth/google/session": { body: signedUp } });
    const fragment = new URLSearchParams({ code: "from-google", return: next });
    const { path } = openApp(`/login/token#${fragment}`);
    await waitFor(() => expect(path()).toBe(next));
  });

  it("is never on another site", async () => {
    stubApi({ ...there, ...emptyMarket });
    const { path } = openApp("/login?next=%2F%2Fevil.example");
    await fill({ Email: "dana@example.com", Password: "correct horse" });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  });

  it("is the page on which the session ended", async () => {
    localStorage.setItem("token", "secret");
    stubApi({
      ...signedIn,
      "GET /api/wallet/summary": { status: 401, body: { message: "Authentication failed" } },
    });
    const { path } = openApp("/app/payments");
    await waitFor(() => expect(path()).toBe("/login?next=%2Fapp%2Fpayments"));
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
});

describe("the return from Google", () => {
  const grace = { ...user, _id: "01900000-0000-7000-8000-000000000002", username: "Grace" };
  const fromGoogle = (who: typeof user) => ({
    "POST /api/auth/google/session": {
      body: { status: "success", message: "Welcome!", data: { user: who, token: "new" } },
    },
  });
  const revoked = { "POST /api/auth/logout": { body: { status: "success", message: "" } } };
  const market = { ...signedIn, ...emptyMarket, ...revoked };
  const expired = "This sign-in has expired. Please sign in with Google again.";
  const refused = {
    "POST /api/auth/google/session": { status: 403, body: { code: "forbidden", message: expired } },
  };
  const logouts = (calls: ReturnType<typeof stubApi>) =>
    calls.filter(({ name }) => name === "POST /api/auth/logout").map((call) => call.authorization);

  it("signs in with the code from the fragment and shows a welcome", async () => {
    const calls = stubApi({ ...market, ...fromGoogle(user) });
    const { path } = openApp("/login/token#code=once");
    await screen.findByText("Welcome!");
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("new");
    const exchanges = calls.filter(({ name }) => name === "POST /api/auth/google/session");
    expect(exchanges.map(({ body }) => body)).toEqual([{ code: "once" }]);
  });

  it.each(["#token=of-an-attacker", "#token=nothing", "", "#code="])(
    "leaves a session alone when the address ends in %j",
    async (fragment) => {
      localStorage.setItem("token", "secret");
      const calls = stubApi({ ...market, ...refused });
      const { path } = openApp(`/login/token${fragment}`);
      await screen.findByRole("heading", { name: "Creator Hub" });
      expect(path()).toBe("/app/creator-hub");
      expect(localStorage.getItem("token")).toBe("secret");
      expect(calls.map(({ authorization }) => authorization)).not.toContain(
        "Bearer of-an-attacker",
      );
      expect(logouts(calls)).toEqual([]);
    },
  );

  it("accepts no token from the URL", async () => {
    stubApi(market);
    const { path } = openApp("/login/token#token=of-an-attacker");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("does not sign out after an invalid code, and shows an error", async () => {
    localStorage.setItem("token", "secret");
    stubApi({ ...market, ...refused });
    const { path } = openApp("/login/token#code=old");
    await screen.findByText(expired);
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("secret");
  });

  it("leads to the login after an invalid code", async () => {
    stubApi({ ...market, ...refused });
    const { path } = openApp("/login/token#code=old&return=%2Fapp%2Fwallet");
    await screen.findByText(expired);
    await waitFor(() => expect(path()).toBe("/login?next=%2Fapp%2Fwallet"));
  });

  it("asks before another account replaces a session, and keeps it", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...market, ...fromGoogle(grace) });
    const { path } = openApp("/login/token#code=once");
    const stay = await screen.findByRole("button", { name: "Stay signed in as Dana" });
    expect(localStorage.getItem("token")).toBe("secret");
    fireEvent.click(stay);
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("secret");
    expect(logouts(calls)).toEqual(["Bearer new"]);
    expect(screen.queryByText("Welcome!")).toBeNull();
  });

  it("switches the account if the person agrees, and revokes the earlier session", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...market, ...fromGoogle(grace) });
    const { path } = openApp("/login/token#code=once");
    fireEvent.click(await screen.findByRole("button", { name: "Sign in as Grace" }));
    await screen.findByText("Welcome!");
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("new");
    expect(logouts(calls)).toEqual(["Bearer secret"]);
  });

  it("replaces a session of the same account without asking", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...market, ...fromGoogle(user) });
    const { path } = openApp("/login/token#code=once");
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("new");
    expect(logouts(calls)).toEqual(["Bearer secret"]);
  });

  it("replaces a session that the server rejects", async () => {
    localStorage.setItem("token", "expired");
    let attempts = 0;
    stubApi({
      ...market,
      ...fromGoogle(user),
      "GET /api/auth/me": () => {
        attempts += 1;
        return attempts === 1
          ? { status: 401, body: { message: "Authentication failed" } }
          : { body: { status: "success", message: "", data: { user } } };
      },
    });
    const { path } = openApp("/login/token#code=once");
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("new");
  });

  it("keeps a session that cannot be checked", async () => {
    localStorage.setItem("token", "secret");
    const calls = stubApi({ ...emptyMarket, ...revoked, ...fromGoogle(grace) });
    openApp("/login/token#code=once");
    await waitFor(() => expect(calls.length).toBeGreaterThan(2));
    expect(localStorage.getItem("token")).not.toBe("new");
    expect(calls.map(({ name }) => name)).not.toContain("POST /api/auth/google/session");
  });
});

it("logs out: deletes the token, revokes it on the server, and shows the login", async () => {
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
  const sent = calls.find(({ name }) => name === "POST /api/auth/logout");
  expect(sent?.authorization).toBe("Bearer secret");
});
