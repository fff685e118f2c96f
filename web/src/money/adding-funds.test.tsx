import { cleanup, fireEvent, screen, waitFor } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi, user } from "../testing/stub-api";
import { stubLeaving, wallet } from "../testing/stub-wallet";

const leave = stubLeaving();

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

describe("adding funds", () => {
  const session = { body: { id: "cs_test_1", url: "https://checkout.example/cs_test_1" } };

  it("opens Stripe's page with the default preset, in cents", async () => {
    const calls = stubApi({
      ...signedIn,
      ...wallet,
      "POST /api/stripe/create-checkout-session": session,
    });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith(session.body.url));
    const sent = calls.find(({ name }) => name === "POST /api/stripe/create-checkout-session");
    expect(sent?.body).toMatchObject({ amount: 1_000 });
  });

  it("a custom amount and a preset exclude each other", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    const custom = await screen.findByLabelText("Custom amount");
    fireEvent.change(custom, { target: { value: "12.34" } });
    expect(screen.getByRole("button", { name: "$10", pressed: false })).toBeTruthy();
    press("$25");
    expect(custom).toHaveProperty("value", "");
    expect(screen.getByRole("button", { name: "$25", pressed: true })).toBeTruthy();
  });

  it("rejects invalid amounts", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.change(await screen.findByLabelText("Custom amount"), { target: { value: "0" } });
    press("Proceed to Payment");
    await screen.findByText("Please enter a valid amount.");
  });

  it("asks to wait while Stripe's configuration is not loaded", async () => {
    stubApi({ ...signedIn, ...wallet, "GET /api/stripe/config": { status: 400, body: {} } });
    openApp("/app/payments?dialog=add-funds");
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await screen.findByText("Stripe is not ready yet. Please wait a moment and try again.");
  });

  it.each([
    [{ body: {} }, "Failed to create a valid checkout session."],
    [{ status: 500, body: {} }, "Failed to start payment process. Please try again."],
  ])("after %j it shows %j", async (reply, text) => {
    stubApi({ ...signedIn, ...wallet, "POST /api/stripe/create-checkout-session": reply });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await screen.findByText(text);
  });
});

describe("the success page", () => {
  const confirm = "POST /api/stripe/checkout-session/cs_test_1/confirm";

  it("reports success once the server has confirmed the payment", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      [confirm]: { body: { status: "completed", amount: 50, message: "" } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByText("Payment Successful!");
    await screen.findByText("Your funds have been added to your wallet.");
    await screen.findByText("Your wallet has been successfully funded!");
  });

  it("does not report success for a failed payment", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      [confirm]: { body: { status: "failed", amount: 50, message: "The card was declined" } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByText("The card was declined");
    expect(screen.queryByText("Payment Successful!")).toBeNull();
  });

  it("is a configuration error without a publishable key", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      "GET /api/stripe/config": { body: { publishableKey: null } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByRole("heading", { name: "Stripe Configuration Error" });
  });

  describe("with an unfinished campaign", () => {
    const paid = { [confirm]: { body: { status: "completed", amount: 50, message: "" } } };
    const back = () => screen.findByRole("link", { name: "Back to your campaign" });

    it("leads back to the draft's step", async () => {
      stubApi({ ...signedIn, ...wallet, ...paid });
      openApp("/app/campaigns/create?step=2");
      fireEvent.change(await screen.findByLabelText("Payout rate"), { target: { value: "9.50" } });
      fireEvent.click(await screen.findByRole("link", { name: "add funds" }));
      await screen.findByRole("dialog", { name: "Add Funds" });
      cleanup();
      const { path } = openApp("/app/payments/success?session_id=cs_test_1");
      fireEvent.click(await back());
      await waitFor(() => expect(path()).toBe("/app/campaigns/create?step=2"));
      expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "9.50");
    });

    it("leads back also while a slow payment is pending", async () => {
      const slow = { body: { status: "pending", amount: 50, message: "Your bank takes days." } };
      stubApi({ ...signedIn, ...wallet, [confirm]: slow });
      const draft = { owner: user._id, fields: { gameTitle: "Tower of Tests" }, step: 1 };
      sessionStorage.setItem("campaign-draft", JSON.stringify(draft));
      const { path } = openApp("/app/payments/success?session_id=cs_test_1");
      fireEvent.click(await back());
      await waitFor(() => expect(path()).toBe("/app/campaigns/create"));
      expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Tower of Tests");
    });

    it("does not mention a campaign without a draft", async () => {
      stubApi({ ...signedIn, ...wallet, ...paid });
      openApp("/app/payments/success?session_id=cs_test_1");
      const hub = await screen.findByRole("link", { name: "Back to Developer Hub" });
      expect(hub).toHaveProperty("pathname", "/app/developer-hub");
      expect(screen.queryByRole("link", { name: "Back to your campaign" })).toBeNull();
    });
  });
});
