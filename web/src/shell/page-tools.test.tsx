import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, list, signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";

beforeEach(() => localStorage.setItem("token", "secret"));

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
  vi.unstubAllGlobals();
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
  await screen.findByRole("button", { name: "Keyboard shortcuts" });
  return opened;
}

const press = (key: string, at: Element = document.body) => fireEvent.keyDown(at, { key });

it("opens pages by g and a letter, and focuses the search by a slash", async () => {
  const { path } = await openHub();
  const search = await screen.findByRole("searchbox");
  press("/");
  expect(document.activeElement).toBe(search);
  press("g");
  press("d");
  await waitFor(() => expect(path()).toBe("/app/developer-hub"));
});

it("ignores keys while somebody types, holds a modifier, or has a dialog open", async () => {
  const { path } = await openHub();
  const search = await screen.findByRole("searchbox");
  for (const key of ["?", "g", "d"]) press(key, search);
  fireEvent.keyDown(document.body, { key: "?", ctrlKey: true });
  expect(screen.queryByRole("dialog")).toBeNull();
  press("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  press("g");
  press("d");
  expect(within(dialog).getByRole("row", { name: "Open Developer Hub g then d" })).toBeTruthy();
  expect(path()).toBe("/app/creator-hub");
});

it("turns shortcuts off, and keeps them off; the button still lists them", async () => {
  const { path } = await openHub();
  press("?");
  fireEvent.click(await screen.findByRole("switch", { name: "Shortcuts of single keys" }));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  for (const key of ["?", "g", "d"]) press(key);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(path()).toBe("/app/creator-hub");
  fireEvent.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
  const again = await screen.findByRole("switch", { name: "Shortcuts of single keys" });
  expect(again.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(again);
  expect(localStorage.getItem("shortcuts-off")).toBeNull();
});

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
