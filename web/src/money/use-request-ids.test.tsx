import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { type Call, signedIn, stubApi } from "../testing/stub-api";
import { stubLeaving, verified, wallet } from "../testing/stub-wallet";

stubLeaving();

describe("request ids", () => {
  const requestIds = (calls: Call[], path: string) =>
    calls
      .filter(({ name }) => name === `POST /api/stripe/${path}`)
      .map(({ body }) => (body as { requestId: string }).requestId);

  async function withdrawTwice(replies: Parameters<typeof stubApi>[0], second = "1") {
    const calls = stubApi({ ...verified, ...wallet, ...replies });
    openApp("/app/payments?dialog=withdraw");
    for (const amount of ["1", second]) {
      fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: amount } });
      const before = requestIds(calls, "withdraw").length;
      fireEvent.click(await screen.findByRole("button", { name: "Request Withdrawal" }));
      await waitFor(() => expect(requestIds(calls, "withdraw")).toHaveLength(before + 1));
      await screen.findByRole("button", { name: "Request Withdrawal" });
    }
    return requestIds(calls, "withdraw");
  }

  it("repeats the id of a withdrawal after a lost response", async () => {
    const [first, again] = await withdrawTwice({});
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "1");
  });

  it("uses a new id for another amount", async () => {
    const [first, other] = await withdrawTwice({}, "2");
    expect(other).not.toBe(first);
  });

  it("uses a new id after a rejection", async () => {
    const refused = { status: 409, body: { message: "One at a time" } };
    const [first, again] = await withdrawTwice({ "POST /api/stripe/withdraw": refused });
    expect(again).not.toBe(first);
  });

  it("repeats the id of a payment after a lost response, and uses a new one in a new dialog", async () => {
    const calls = stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments?dialog=add-funds");
    const proceed = async () => {
      const before = requestIds(calls, "create-checkout-session").length;
      fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
      await waitFor(() =>
        expect(requestIds(calls, "create-checkout-session")).toHaveLength(before + 1),
      );
      await screen.findByRole("button", { name: "Proceed to Payment" });
    };
    await proceed();
    await proceed();
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    await proceed();
    const [first, again, inNewDialog] = requestIds(calls, "create-checkout-session");
    expect(again).toBe(first);
    expect(inNewDialog).not.toBe(first);
  });
});
