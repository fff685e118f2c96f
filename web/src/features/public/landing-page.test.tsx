import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { item, stubApi } from "../../testing/stub-api";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("claims only what the server's policy contains", async () => {
  const policy = { version: 7, windowSeconds: 20, burstClicks: 6, rules: [] };
  stubApi({ "GET /api/policy": item(policy) });
  openApp("/");
  await screen.findByText(/Every click is judged about 20 seconds after it happened/);
  const receipt = screen.getByRole("figure");
  expect(within(receipt).getByText("6 clicks, one IP")).toBeTruthy();
  await screen.findByText(/^Policy 7\./);
});

it("leads developers and creators to their sign-up, and everybody to the login", async () => {
  stubApi({});
  openApp("/");
  await screen.findByRole("heading", { level: 1, name: /Ad systems are broken/ });
  const addresses = (name: string) =>
    screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href"));
  expect(addresses("Join as Game Developer")).toEqual(["/register?role=developer"]);
  expect(addresses("Join as UGC Creator")).toEqual(["/register?role=creator"]);
  expect(addresses("Log In")).toContain("/login");
  expect(addresses("Sign Up")).toContain("/register");
});
