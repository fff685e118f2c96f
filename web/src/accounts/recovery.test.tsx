import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { storeSide } from "../session/session";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => localStorage.clear());

const accepted = {
  body: { status: "success", message: "If an account uses this address, a mail is on its way." },
};

it("mails a link for a new password, and lets a typing error be corrected", async () => {
  const calls = stubApi({ "POST /api/auth/reset": accepted });
  openApp("/forgot-password");
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "no address" } });
  fireEvent.click(screen.getByRole("button", { name: "Mail me a link for a new password" }));
  await screen.findByText("Please enter a valid email address");
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "dana@example.com" } });
  fireEvent.click(screen.getByRole("button", { name: "Mail me a link for a new password" }));
  await screen.findByText("If an account uses this address, a mail is on its way.");
  expect(calls.filter(({ name }) => name === "POST /api/auth/reset")).toMatchObject([
    { body: { email: "dana@example.com" } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Use another address" }));
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "dana@example.com");
});

it("sets the password with the token behind the #, and opens the app", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "POST /api/auth/reset/password": {
      body: { status: "success", message: "Password changed.", data: { token: "secret", user } },
    },
  });
  const { path } = openApp("/reset-password#abc");
  fireEvent.change(await screen.findByLabelText("Password"), {
    target: { value: "battery staple" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save and sign in" }));
  await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  expect(localStorage.getItem("token")).toBe("secret");
});

it("uses a link only when the button is pressed, and says why it failed", async () => {
  let uses = 0;
  stubApi({
    "POST /api/auth/verification/email": () => {
      uses += 1;
      return { status: 403, body: { message: "This link does not work any more" } };
    },
  });
  openApp("/verify-email#abc");
  const button = await screen.findByRole("button", { name: "Confirm address" });
  expect(uses).toBe(0);
  fireEvent.click(button);
  await screen.findByText("This link does not work any more");
  expect(uses).toBe(1);
});

it("says in the heading that an address is confirmed, and leads on to the person's side", async () => {
  storeSide("developer");
  stubApi({ "POST /api/auth/verification/email": { body: { status: "success", message: "" } } });
  openApp("/verify-email#abc");
  fireEvent.click(await screen.findByRole("button", { name: "Confirm address" }));
  await screen.findByRole("heading", { name: "Your address is confirmed" });
  expect(screen.queryByText(/last step/)).toBeNull();
  const link = screen.getByRole("link", { name: "Go on" });
  expect(link).toHaveProperty("pathname", "/app/developer-hub");
});

it("says that a link without its token is incomplete", async () => {
  stubApi({});
  openApp("/reset-password");
  await screen.findByText("This link is incomplete. Please open it from the mail again.");
});
