import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { emptyMarket, signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";
import { notify } from "./notify";

beforeEach(() => localStorage.setItem("token", "secret"));

async function openDialog(name: string) {
  const button = await screen.findByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  const dialog = await screen.findByRole("dialog");
  return { button, dialog };
}

it("takes the place of toasts, which would cover it", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/payments");
  notify.info("Read this first.");
  await screen.findByText("Read this first.");
  await openDialog("Add Funds");
  const isGone = () => expect(screen.queryByText("Read this first.")).toBeNull();
  await waitFor(isGone, { timeout: 3_000 }); // By itself it goes after 5 s.
});

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("returns the focus to what opened it, as often as it is opened", async () => {
  stubApi({ ...signedIn, ...wallet });
  const { path } = openApp("/app/payments");
  for (const _round of [1, 2]) {
    const { button, dialog } = await openDialog("Add Funds");
    expect(path()).toBe("/app/payments?dialog=add-funds");
    fireEvent.keyDown(dialog, { key: "Escape" });
    await gone();
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(path()).toBe("/app/payments");
  }
});

it("leaves the focus on the page if nothing opened it, and keeps the history", async () => {
  stubApi({ ...signedIn, ...wallet });
  const { app, path } = openApp("/app/payments?dialog=add-funds");
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await gone();
  expect(path()).toBe("/app/payments");
  expect(app.router.history.length).toBe(1);
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
});

it("focuses the field with which it begins when its address is opened, otherwise its heading", async () => {
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/payments?dialog=spend");
  const spend = await screen.findByRole("dialog");
  expect(document.activeElement).toBe(within(spend).getByRole("textbox"));
  cleanup();
  openApp("/app/payments?dialog=add-funds");
  const addFunds = await screen.findByRole("dialog");
  expect(document.activeElement).toBe(within(addFunds).getByRole("heading", { level: 2 }));
});

it("focuses its heading on a touch screen, whose keyboard would cover it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  stubApi({ ...signedIn, ...wallet });
  openApp("/app/payments?dialog=spend");
  const dialog = await screen.findByRole("dialog");
  expect(document.activeElement).toBe(within(dialog).getByRole("heading", { level: 2 }));
});

it("closes by Back, and stays on its page", async () => {
  stubApi({ ...signedIn, ...wallet, ...emptyMarket });
  const { app, path } = openApp("/app/creator-hub");
  await screen.findByRole("heading", { name: "Creator Hub" });
  await app.router.navigate({ to: "/app/payments" });
  await openDialog("Add Funds");
  act(() => app.router.history.back());
  await gone();
  expect(path()).toBe("/app/payments");
  const { dialog } = await openDialog("Add Funds");
  fireEvent.keyDown(dialog, { key: "Escape" });
  fireEvent.keyDown(dialog, { key: "Escape" });
  await gone();
  expect(path()).toBe("/app/payments");
  act(() => app.router.history.back());
  await waitFor(() => expect(path()).toBe("/app/creator-hub"));
});
