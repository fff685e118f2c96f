import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, describe, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { type Call, stubApi, user } from "../testing/stub-api";
import { account, done, elsewhere } from "./testing/profile-answers";

beforeEach(() => localStorage.setItem("token", "secret"));

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (element: HTMLElement, value: string) =>
  fireEvent.change(element, { target: { value } });
const card = async (name: string) => within(await screen.findByRole("region", { name }));
const sent = (calls: Call[], name: string) => calls.find((call) => call.name === name)?.body;

describe("name and e-mail", () => {
  it("changes the username, and shows it everywhere", async () => {
    let username = user.username;
    const replies = account();
    const calls = stubApi({
      ...replies,
      "GET /api/auth/me": () => ({
        body: { status: "success", message: "", data: { user: { ...user, username } } },
      }),
      "PUT /api/users/profile/username": () => {
        username = "Ada";
        return done("Username changed.");
      },
    });
    openApp("/app/profile");
    const field = await screen.findByLabelText("Username");
    expect(screen.queryByRole("button", { name: "Save username" })).toBeNull();
    type(field, "Ada");
    press("Save username");
    await screen.findByText("Username changed.");
    expect(sent(calls, "PUT /api/users/profile/username")).toEqual({ username: "Ada" });
    expect(await screen.findByText("Ada")).toBeTruthy();
  });

  it("says who is under 18, and at once who is then paid", async () => {
    let isMinor = false;
    const calls = stubApi({
      ...account(),
      "GET /api/users/profile": () => account({ isMinor })["GET /api/users/profile"],
      "PUT /api/users/profile/minor": () => {
        isMinor = true;
        return done("Profile saved.");
      },
    });
    openApp("/app/profile");
    fireEvent.click(await screen.findByRole("checkbox", { name: "I am under 18" }));
    await screen.findByText("Until you are 18, a parent or guardian is paid for you.");
    await screen.findByText("Profile saved.");
    expect(screen.getByRole("checkbox", { name: "I am under 18" })).toHaveProperty("checked", true);
    expect(sent(calls, "PUT /api/users/profile/minor")).toEqual({ isMinor: true });
  });

  it("shows why a name is rejected, and keeps the input", async () => {
    stubApi({
      ...account(),
      "PUT /api/users/profile/username": {
        status: 409,
        body: { message: "This username is already taken" },
      },
    });
    openApp("/app/profile");
    type(await screen.findByLabelText("Username"), "Grace");
    press("Save username");
    await screen.findByText("This username is already taken");
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "Grace");
  });

  it("sends a changed e-mail", async () => {
    const calls = stubApi({
      ...account(),
      "PUT /api/users/profile/email": done("E-mail address changed."),
    });
    openApp("/app/profile");
    const box = await card("Account");
    expect(box.queryByRole("button", { name: "Save email" })).toBeNull();
    type(box.getByLabelText("Email"), "Ada@example.com");
    press("Save email");
    await screen.findByText("E-mail address changed.");
    expect(sent(calls, "PUT /api/users/profile/email")).toEqual({ email: "Ada@example.com" });
  });
});

describe("the password", () => {
  const fill = async (next: string) => {
    const box = await card("Password");
    type(box.getByLabelText("New password"), next);
    press("Change password");
    return box;
  };

  it("is changed", async () => {
    const message = "Password changed. You are signed out everywhere else.";
    const calls = stubApi({ ...account(), "POST /api/auth/password": done(message) });
    openApp("/app/profile?section=security");
    const box = await fill("battery staple");
    await screen.findByText(message);
    expect(sent(calls, "POST /api/auth/password")).toEqual({ newPassword: "battery staple" });
    expect(box.getByLabelText("New password")).toHaveProperty("value", "");
  });

  it("is validated before it is sent", async () => {
    const calls = stubApi(account());
    openApp("/app/profile?section=security");
    const box = await fill("short");
    await box.findByText("Password must have at least 8 characters");
    expect(sent(calls, "POST /api/auth/password")).toBeUndefined();
  });
});

describe("sessions", () => {
  it("are listed with their device; another session can be ended", async () => {
    const calls = stubApi({
      ...account(),
      [`DELETE /api/auth/sessions/${elsewhere._id}`]: done("Signed out there."),
    });
    openApp("/app/profile?section=security");
    const box = await card("Where you are signed in");
    expect(await box.findAllByText("Firefox on Linux")).toHaveLength(2);
    expect(box.getAllByText("THIS ONE")).toHaveLength(1);
    expect(box.getByText(/^Germany · signed in/)).toBeTruthy();
    expect(box.getByText(/^unknown place · signed in/)).toBeTruthy();
    fireEvent.click(box.getByRole("button", { name: /^Sign out Firefox on Linux/ }));
    await screen.findByText("Signed out there.");
    expect(calls.some(({ name }) => name.startsWith("DELETE"))).toBe(true);
  });

  it("can be ended everywhere, including here", async () => {
    stubApi({ ...account(), "DELETE /api/auth/sessions": done("Signed out everywhere.") });
    const { path } = openApp("/app/profile?section=security");
    await card("Where you are signed in");
    press("Sign out everywhere");
    await waitFor(() => expect(path()).toBe("/login"));
    await screen.findByText("Signed out everywhere.");
    await waitFor(() => expect(localStorage.getItem("token")).toBeNull());
  });
});

describe("Google", () => {
  it("can be disconnected if there is a password", async () => {
    stubApi({
      ...account({ google: { available: true, connected: true } }),
      "DELETE /api/auth/google/connection": done("Google disconnected."),
    });
    openApp("/app/profile?section=security");
    await card("Google");
    press("Disconnect Google");
    await screen.findByText("Google disconnected.");
  });

  it("cannot be disconnected if it is the only way to sign in", async () => {
    stubApi(account({ hasPassword: false, google: { available: true, connected: true } }));
    openApp("/app/profile?section=security");
    const box = await card("Google");
    expect(box.queryByRole("button")).toBeNull();
    expect(box.getByText(/set a password/)).toBeTruthy();
  });

  it("is not offered if the server has no Google keys", async () => {
    stubApi(account({ google: { available: false, connected: false } }));
    openApp("/app/profile?section=security");
    await card("Password");
    expect(screen.queryByRole("region", { name: "Google" })).toBeNull();
  });
});

describe("deleting the account", () => {
  const nothing = {
    obstacles: [],
    refunds: [],
    stripeFees: 0,
    refundsWait: false,
    campaigns: 0,
    later: 0,
    openDeposits: 0,
    owed: 0,
    givesUp: { wallet: 0, earnings: 0, undecidedClicks: 0, disputes: 0, requiresEarnings: false },
  };
  const plan = (change: object = {}) => ({
    "GET /api/users/profile/deletion": { body: { ...nothing, ...change } },
  });

  async function openDialog() {
    const opened = openApp("/app/profile?section=data");
    await card("Delete account");
    press("Delete account");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("button", { name: "Delete for good" });
    return { ...opened, dialog };
  }

  it("shows what goes back to which card, and deletes nothing unless every loss is agreed to", async () => {
    const calls = stubApi({
      ...account(),
      ...plan({
        refunds: [
          {
            _id: "d1",
            paidAt: "2026-11-02T10:00:12.446Z",
            amount: 50,
            refundable: 35,
            stripeFee: 1.75,
            card: { brand: "visa", last4: "4242" },
          },
        ],
        campaigns: 2,
        later: 12.5,
        owed: 3,
        openDeposits: 1,
        givesUp: {
          wallet: 4.29,
          earnings: 1.2,
          undecidedClicks: 1_200,
          disputes: 1,
          requiresEarnings: true,
        },
      }),
      "POST /api/users/profile/delete": done("Your account is deleted."),
    });
    const { dialog } = await openDialog();
    for (const text of [
      "To Visa ending in 4242, paid Nov 2, 2026",
      "$35.00",
      "To your cards later, at most",
      "$12.50",
      "Kept for a payment that was reversed",
      /^Your 2 campaigns end now/,
      /^A payment is open/,
      /^A payment is disputed/,
    ])
      expect(dialog.getByText(text)).toBeTruthy();
    const confirm = dialog.getByRole("button", { name: "Delete for good" });
    expect(confirm).toHaveProperty("disabled", true);
    fireEvent.click(dialog.getByRole("checkbox", { name: /I give up \$4.29 of my wallet/ }));
    expect(confirm).toHaveProperty("disabled", true);
    fireEvent.click(dialog.getByRole("checkbox", { name: /now \$1.20, and what 1,200 clicks/ }));
    fireEvent.click(confirm);
    await screen.findByText("Your account is deleted.");
    expect(sent(calls, "POST /api/users/profile/delete")).toEqual({
      giveUpWalletCents: 429,
      giveUpEarnings: true,
    });
  });

  it("is not offered while something prevents it, and shows what", async () => {
    const obstacles = ["A withdrawal is under way."];
    stubApi(account({ obstacles }));
    openApp("/app/profile?section=data");
    const box = await card("Delete account");
    expect(box.getByText(obstacles[0] ?? "")).toBeTruthy();
    expect(box.getByRole("button")).toHaveProperty("disabled", true);
  });

  it("signs out and leaves the app", async () => {
    const calls = stubApi({
      ...account(),
      ...plan(),
      "POST /api/users/profile/delete": done("Your account is deleted."),
    });
    const { dialog, path } = await openDialog();
    fireEvent.click(dialog.getByRole("button", { name: "Delete for good" }));
    await screen.findByText("Your account is deleted.");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(localStorage.getItem("token")).toBeNull();
    expect(sent(calls, "POST /api/users/profile/delete")).toEqual({
      giveUpWalletCents: 0,
      giveUpEarnings: false,
    });
  });

  it("shows the server's reason if it is no longer possible", async () => {
    const message = "A withdrawal is under way.";
    stubApi({
      ...account(),
      ...plan(),
      "POST /api/users/profile/delete": { status: 409, body: { code: "conflict", message } },
    });
    const { dialog } = await openDialog();
    fireEvent.click(dialog.getByRole("button", { name: "Delete for good" }));
    await dialog.findByText(message);
    expect(localStorage.getItem("token")).toBe("secret");
  });
});

it("shows an error if the profile cannot be loaded", async () => {
  stubApi({ ...account(), "GET /api/users/profile": { status: 400, body: {} } });
  openApp("/app/profile");
  await screen.findByText("Your profile could not be loaded.");
});

it("saves what the account makes, and where", async () => {
  const calls = stubApi({
    ...account(),
    "PUT /api/users/profile/content": done("Profile saved."),
  });
  openApp("/app/profile");
  const art = await screen.findByRole("button", { name: "Art" });
  expect(screen.getByRole("button", { name: "Roblox", pressed: true })).toBeTruthy();
  fireEvent.click(art);
  fireEvent.click(screen.getByRole("button", { name: "Roblox" }));
  fireEvent.click(screen.getByRole("button", { name: "TikTok" }));
  fireEvent.click(screen.getByRole("button", { name: "Save what you make" }));
  await screen.findByText("Profile saved.");
  const put = calls.find(({ name }) => name === "PUT /api/users/profile/content");
  expect(put?.body).toEqual({ categories: ["Art"], platforms: ["TikTok"] });
});

it("shows one section, which the address names", async () => {
  stubApi(account());
  const { path } = openApp("/app/profile");
  fireEvent.click(await screen.findByRole("tab", { name: "Data" }));
  await card("Delete account");
  expect(path()).toBe("/app/profile?section=data");
  expect(screen.queryByLabelText("Username")).toBeNull();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "You",
    "Channels",
    "Security",
    "Mails",
    "Data",
  ]);
});
