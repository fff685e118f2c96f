import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../../../testing/open-app";
import { stubApi } from "../../../testing/stub-api";
import { account } from "../profile/testing/profile-answers";

const TOKEN = "t".repeat(43);
const invitation = {
  _id: "01900000-0000-7000-8000-0000000000c1",
  email: "mum@example.com",
  invitedAt: "2026-11-23T12:00:00.000Z",
  expiresAt: "2026-12-07T12:00:00.000Z",
};
const success = (data: object) => ({ body: { status: "success", data } });
const done = (message: string) => ({ body: { status: "success", message } });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("invites a guardian from the profile of a minor, and cancels the invitation", async () => {
  localStorage.setItem("token", "secret");
  let invitations: object[] = [];
  const calls = stubApi({
    ...account({ needsGuardian: true }),
    "GET /api/users/guardian": () =>
      success({ needed: true, guardian: null, invitations, canInvite: true }),
    "POST /api/users/guardian/invitations": () => {
      invitations = [invitation];
      return done("A mail is on its way.");
    },
    [`DELETE /api/users/guardian/invitations/${invitation._id}`]: () => {
      invitations = [];
      return done("Invitation cancelled.");
    },
  });
  openApp("/app/profile");
  const card = within(await screen.findByRole("region", { name: "Your guardian" }));
  expect(screen.queryByRole("button", { name: "Setup Payouts" })).toBeNull();
  const field = await card.findByLabelText("Your guardian's email address");
  fireEvent.change(field, { target: { value: "mum@example.com" } });
  fireEvent.click(card.getByRole("button", { name: "Invite guardian" }));
  fireEvent.click(
    await card.findByRole("button", { name: "Cancel the invitation of mum@example.com" }),
  );
  await waitFor(() => expect(card.queryByText("mum@example.com")).toBeNull());
  const sent = calls.find(({ name }) => name === "POST /api/users/guardian/invitations");
  expect(sent?.body).toEqual({ email: "mum@example.com" });
});

it("shows the guardian who consented, and nothing of it to adults", async () => {
  localStorage.setItem("token", "secret");
  const guardian = { name: "Maria", email: "mum@example.com", consentedAt: invitation.invitedAt };
  stubApi({
    ...account({ needsGuardian: true }),
    "GET /api/users/guardian": success({
      ...{ needed: true, guardian, invitations: [], canInvite: true },
    }),
  });
  openApp("/app/profile");
  expect(await screen.findByText(/^Maria \(mum@example.com\) agreed on/)).toBeTruthy();
  cleanup();
  stubApi(account());
  openApp("/app/profile");
  await screen.findByRole("button", { name: "Setup Payouts" });
  expect(screen.queryByRole("region", { name: "Your guardian" })).toBeNull();
});

it("records a consent only with a name and the statement to be an adult", async () => {
  const calls = stubApi({
    "POST /api/auth/guardian/invitation": success({
      username: "Chris",
      expiresAt: invitation.expiresAt,
    }),
    "POST /api/auth/guardian/consent": done("Thank you."),
  });
  openApp(`/guardian#${TOKEN}`);
  const agree = await screen.findByRole<HTMLButtonElement>("button", { name: "I agree" });
  expect(screen.getByText("Chris")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Your full name"), { target: { value: "Maria" } });
  expect(agree.disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(agree);
  expect((await screen.findByRole("status")).textContent).toBe("Thank you.");
  expect(calls.at(-1)?.body).toEqual({ token: TOKEN, name: "Maria", adult: true });
});

it("declines, and shows why a link does not work", async () => {
  const gone = { status: 403, body: { status: "error", code: "forbidden", message: "Used." } };
  stubApi({
    "POST /api/auth/guardian/invitation": success({
      username: "Chris",
      expiresAt: invitation.expiresAt,
    }),
    "POST /api/auth/guardian/decline": done("You declined the invitation."),
  });
  openApp(`/guardian#${TOKEN}`);
  fireEvent.click(await screen.findByRole("button", { name: "Decline" }));
  expect(await screen.findByText("You declined the invitation.")).toBeTruthy();
  cleanup();
  stubApi({ "POST /api/auth/guardian/access": gone });
  openApp(`/guardian/consent#${TOKEN}`);
  expect((await screen.findByRole("alert")).textContent).toContain("Used.");
});

it("leads the guardian to Stripe with the chosen country, and withdraws the consent", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = stubApi({
    "POST /api/auth/guardian/access": success({
      ...{ username: "Chris", name: "Maria", consentedAt: invitation.invitedAt },
      ...{ payouts: "none", country: null },
    }),
    "POST /api/auth/guardian/payouts": { body: { url: "https://stripe.example/setup" } },
    "POST /api/auth/guardian/withdrawal": done("Your consent is withdrawn."),
  });
  openApp(`/guardian/consent#${TOKEN}`);
  const country = await screen.findByLabelText("Country of your bank");
  fireEvent.change(country, { target: { value: "DE" } });
  fireEvent.click(screen.getByRole("button", { name: "Set up payouts" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://stripe.example/setup"));
  expect(calls.at(-1)?.body).toEqual({ token: TOKEN, country: "DE" });
  fireEvent.click(screen.getByRole("button", { name: "Withdraw consent" }));
  expect(await screen.findByText("Your consent is withdrawn.")).toBeTruthy();
  assign.mockRestore();
});
