import { screen } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi, user } from "../testing/stub-api";

beforeEach(() => localStorage.setItem("token", "secret"));

it("shows suspended users what has stopped and why", async () => {
  const suspension = { since: "2026-01-02T03:04:05.000Z", reason: "Bought clicks." };
  const data = { user: { ...user, suspension } };
  stubApi({
    ...emptyMarket,
    "GET /api/auth/me": { body: { status: "success", message: "", data } },
  });
  openApp("/app/creator-hub");
  await screen.findByText("Your account is suspended");
  expect(screen.getByText("The reason: Bought clicks.")).toBeDefined();
});

it("is hidden from other users", async () => {
  stubApi({ ...signedIn, ...emptyMarket });
  openApp("/app/creator-hub");
  await screen.findByRole("heading", { name: "Creator Hub" });
  expect(screen.queryByText("Your account is suspended")).toBeNull();
});
