import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => localStorage.setItem("token", "secret"));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const reclaimed = { at: "2026-01-02T03:04:05.000Z", parts: ["password", "payouts", "keys"] };
const me = (who: unknown) => ({ body: { status: "success", message: "", data: { user: who } } });

it("lists what was disconnected until it is dismissed", async () => {
  let dismissed = false;
  const calls = stubApi({
    ...emptyMarket,
    "GET /api/auth/me": () => me(dismissed ? user : { ...user, reclaimed }),
    "DELETE /api/users/profile/reclaimed": () => {
      dismissed = true;
      return { body: { status: "success", message: "Dismissed." } };
    },
  });
  openApp("/app/creator-hub");
  await screen.findByText("This account is yours now");
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items).toEqual(
    expect.arrayContaining([
      "The password. Google is the only way to sign in until you set a new one.",
      "The payout account. Set up payouts again before you withdraw.",
      "The API keys of the campaigns. Create new ones for your games.",
    ]),
  );
  expect(calls.map(({ name }) => name)).not.toContain("DELETE /api/users/profile/reclaimed");
  fireEvent.click(screen.getByRole("button", { name: "I have read this" }));
  await waitFor(() => expect(screen.queryByText("This account is yours now")).toBeNull());
});

it.each(["", "?reclaimed=payouts", "#reclaimed=payouts"])(
  "shows nothing to anybody else, whatever the address is: %j",
  async (end) => {
    stubApi({ ...signedIn, ...emptyMarket });
    openApp(`/app/creator-hub${end}`);
    await screen.findByRole("heading", { name: "Creator Hub" });
    expect(screen.queryByText("This account is yours now")).toBeNull();
  },
);
