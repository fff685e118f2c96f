import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => localStorage.clear());

async function signIn(email = "dana@example.com", password = "correct horse") {
  const app = openApp("/login");
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  return app;
}

const success = {
  status: "success",
  message: "Login successful! Welcome back.",
  data: { token: "secret", user },
};

it("stores the token, shows a welcome and opens the Creator Hub", async () => {
  stubApi({ ...signedIn, ...emptyMarket, "POST /api/auth/login": { body: success } });
  const { path } = await signIn();
  await screen.findByText("Welcome back!");
  await screen.findByText("Login successful! Welcome back.");
  await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  expect(localStorage.getItem("token")).toBe("secret");
});

it("is disabled while submitting, and shows that", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  stubApi({
    "POST /api/auth/login": async () => {
      await answered;
      return { status: 401, body: { message: "No" } };
    },
  });
  await signIn();
  const button = await screen.findByRole("button", { name: "Signing in..." });
  const inputs = [screen.getByLabelText("Email"), screen.getByLabelText("Password")];
  for (const control of [button, ...inputs]) expect(control).toHaveProperty("disabled", true);
  answer();
  await screen.findByRole("button", { name: "Sign In" });
});

it("reports missing fields without a request", async () => {
  const calls = stubApi({});
  await signIn("dana@example.com", "");
  await screen.findByText("Email and password are required");
  expect(calls).toEqual([]);
});

it.each([
  ["the server's message", { status: 401, body: { message: "Wrong password" } }, "Wrong password"],
  [
    "an answer without token",
    { body: { status: "success", data: { user } } },
    "Invalid response format from server",
  ],
  ["an empty answer", { body: "" }, "Invalid response format from server"],
  ["an unreadable answer", { body: "<html>" }, "Invalid response from server"],
  ["a refusal without words", { status: 500, body: {} }, "Login failed"],
])("shows %s inline and as a toast", async (_what, reply, text) => {
  stubApi({ "POST /api/auth/login": reply });
  await signIn();
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
  expect(localStorage.getItem("token")).toBeNull();
});

it("shows its own text if the network fails", async () => {
  stubApi({});
  await signIn();
  await waitFor(() =>
    expect(screen.getAllByText("Failed to login. Please try again.")).toHaveLength(2),
  );
});

it("explains why a Google sign-in failed", async () => {
  stubApi({});
  openApp("/login?error=google_unavailable");
  await screen.findByText("Signing in with Google is not available on this server.");
});

it("keeps the input after an error", async () => {
  stubApi({ "POST /api/auth/login": { status: 401, body: { message: "Wrong password" } } });
  await signIn();
  await waitFor(() => expect(screen.getAllByText("Wrong password")).toHaveLength(2));
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "dana@example.com");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "correct horse");
});

it("offers Google, with the way back", async () => {
  stubApi({});
  openApp("/login?next=%2Fapp%2Fearnings");
  const link = await screen.findByRole("link", { name: "Continue with Google" });
  expect(link.getAttribute("href")).toBe("/api/auth/google?return=%2Fapp%2Fearnings");
});
