import { cleanup, fireEvent, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { type Call, emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";
import { toastList } from "../ui/notify";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function fillIn(role = "developer") {
  const app = openApp(`/register?role=${role}`);
  expect(await screen.findByRole("link", { name: "Continue with Google" })).toHaveProperty(
    "pathname",
    "/api/auth/google",
  );
  fireEvent.click(screen.getByRole("button", { name: "Continue with Email" }));
  const values = { Username: "Dana", Email: "dana@example.com", Password: "correct horse" };
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
  return app;
}

const registered = (calls: Call[]) =>
  calls.find(({ name }) => name === "POST /api/auth/register")?.body;

it.each(["creator", "developer"])(
  "creates an account of a %s and opens the Creator Hub",
  async (role) => {
    const calls = stubApi({
      ...signedIn,
      ...emptyMarket,
      "POST /api/auth/register": {
        status: 201,
        body: { status: "success", message: "Welcome", data: { user, token: "secret" } },
      },
    });
    const { path } = await fillIn(role);
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
    fireEvent.click(screen.getByRole("checkbox", { name: "I am under 18" }));
    fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await waitFor(() => expect(path()).toBe("/app/creator-hub"));
    expect(localStorage.getItem("token")).toBe("secret");
    expect(Object.values(sessionStorage).join()).not.toContain("dana@example.com");
    expect(registered(calls)).toEqual({
      username: "Dana",
      email: "dana@example.com",
      password: "correct horse",
      website: "",
      termsVersion: 1,
      isMinor: true,
    });
  },
);

it("tells who is not paid directly, before the work", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("es-MX");
  stubApi({});
  await fillIn("creator");
  await screen.findByText(/^Stripe cannot pay out to Mexico yet/);
  fireEvent.click(screen.getByRole("checkbox", { name: "I am under 18" }));
  await screen.findByText("Until you are 18, a parent or guardian is paid for you.");
  expect(screen.queryByLabelText(/^Country/)).toBeNull();
  vi.restoreAllMocks();
});

it("says once what is missing", async () => {
  stubApi({});
  openApp("/register?mode=email");
  fireEvent.click(await screen.findByRole("button", { name: "Create Account" }));
  await screen.findByText("Username, email and password are required");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
});

it("shows and hides the password", async () => {
  stubApi({});
  await fillIn();
  expect(screen.getByLabelText("Password")).toHaveProperty("type", "password");
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.getByLabelText("Password")).toHaveProperty("type", "text");
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.getByLabelText("Password")).toHaveProperty("type", "password");
});

it("returns to the choice, and keeps in the tab what was typed, but not the password", async () => {
  stubApi({});
  await fillIn();
  fireEvent.click(screen.getByRole("checkbox", { name: "I am under 18" }));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await screen.findByRole("link", { name: "Continue with Google" });
  cleanup();
  openApp("/register?mode=email");
  expect(await screen.findByLabelText("Username")).toHaveProperty("value", "Dana");
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "dana@example.com");
  expect(screen.getByRole("checkbox", { name: "I am under 18" })).toHaveProperty("checked", true);
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
  expect(Object.values(sessionStorage).join()).not.toContain("correct horse");
});

it.each([
  [{ status: 409, body: { message: "This e-mail is taken" } }, "This e-mail is taken"],
  [{ status: 500, body: {} }, "Registration failed."],
  [undefined, "An unexpected error occurred."],
])("after %j it shows %j", async (reply, text) => {
  stubApi(reply ? { "POST /api/auth/register": reply } : {});
  await fillIn();
  fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
});

it("keeps the input after an error", async () => {
  stubApi({ "POST /api/auth/register": { status: 409, body: { message: "Taken" } } });
  await fillIn();
  fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
  await waitFor(() => expect(screen.getAllByText("Taken")).toHaveLength(2));
  for (const [label, value] of [
    ["Username", "Dana"],
    ["Email", "dana@example.com"],
    ["Password", "correct horse"],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveProperty("value", value);
  }
});

it("keeps what was typed if the list of toasts cannot be shown", async () => {
  const failures = vi.fn();
  vi.stubGlobal("reportError", failures);
  // As its code, which is not there if the server is killed before the first press.
  vi.spyOn(toastList, "open").mockImplementation(() => {
    throw new Error("Not loaded");
  });
  stubApi({ "POST /api/auth/register": { status: 503, body: {} } });
  await fillIn();
  fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
  await screen.findByText("Registration failed.");
  await waitFor(() => expect(failures).toHaveBeenCalled());
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "Dana");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "correct horse");
});
