import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, list, signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

async function openHub() {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([campaign]),
    ...wallet,
    "GET /api/campaigns/my-campaigns": list([]),
  });
  const opened = openApp("/app/creator-hub");
  await screen.findByRole("button", { name: "Search everything" });
  return opened;
}

it("shows a chosen theme at once, and keeps it in a cookie until the system's is chosen", async () => {
  await openHub();
  const themes = within(screen.getByRole("group", { name: "Theme" }));
  fireEvent.click(themes.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(document.cookie).toContain("fc_theme=dark");
  fireEvent.click(themes.getByRole("radio", { name: "System" }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  // happy-dom keeps a cookie of no age until the millisecond is over.
  await waitFor(() => expect(document.cookie).not.toContain("fc_theme"));
});

it("leads from a menu to the language and the colours", async () => {
  await openHub();
  fireEvent.click(screen.getAllByText("Language and colours")[0] ?? document.body);
  expect(document.activeElement).toBe(screen.getByRole("contentinfo"));
});

it("opens the search from a menu, ready to type on a phone too", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  await openHub();
  fireEvent.click(screen.getAllByRole("button", { name: "Search" })[0] ?? document.body);
  const field = await screen.findByRole("combobox", { name: "Search everything" });
  await waitFor(() => expect(document.activeElement).toBe(field));
});
