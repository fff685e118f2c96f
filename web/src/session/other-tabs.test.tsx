import { act, screen, waitFor } from "@testing-library/preact";
import { expect, it, onTestFinished } from "vitest";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi } from "../testing/stub-api";
import { wallet } from "../testing/stub-wallet";
import { followOtherTabs } from "./other-tabs";

it("leaves the page when another tab signs out, and keeps the way back", async () => {
  localStorage.setItem("token", "secret");
  stubApi({ ...signedIn, ...wallet });
  const { app, path } = openApp("/app/payments?dialog=withdraw");
  await screen.findByText("Can be withdrawn");
  onTestFinished(followOtherTabs(app));
  localStorage.removeItem("token");
  const event = new StorageEvent("storage", { key: "token", oldValue: "secret", newValue: null });
  act(() => void window.dispatchEvent(event));
  await screen.findByRole("heading", { name: "Log in" });
  // React may draw the login before it has taken the old page away, which then asks for nothing more.
  await waitFor(() => {
    expect(path()).toBe("/login?next=%2Fapp%2Fpayments%3Fdialog%3Dwithdraw");
    expect(screen.queryByText("Can be withdrawn")).toBeNull();
    const kept = app.queryClient.getQueriesData({ queryKey: ["wallet"] });
    expect(kept.filter(([, data]) => data !== undefined)).toEqual([]);
  });
});
