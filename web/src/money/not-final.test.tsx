import { cleanup, screen, within } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi } from "../testing/stub-api";
import { history, stubLeaving, summary, verified, wallet } from "../testing/stub-wallet";

stubLeaving();

describe("money that is not final", () => {
  const waiting = [
    { at: "2026-11-22T10:00:00.000Z", reason: "new_payment", amount: 1.25 },
    { at: "2026-11-23T10:00:00.000Z", reason: "new_payment", amount: 0.5 },
  ];
  const waits = {
    ...summary,
    waitingEarnings: 1.75,
    waiting,
    unjudgedClicks: 0.003,
    heldClicks: 0.0045,
    judgedUpTo: new Date().toISOString(),
  };
  const moving = { ...wallet, "GET /api/wallet/summary": { body: waits } };

  it("is shown separately, with the time of judgement and the dates until which it waits", async () => {
    stubApi({ ...signedIn, ...moving });
    openApp("/app/payments");
    await screen.findByText("$0.003");
    expect(screen.getByText("$0.0045")).toBeTruthy();
    expect(screen.getByText(/^Judged up to/).textContent).toMatch(/\d\d:\d\d:\d\d/);
    expect(screen.getAllByText(/^Waits until/)).toHaveLength(2);
    expect(screen.getByText("$1.25")).toBeTruthy();
  });

  it("is explained in the withdraw dialog", async () => {
    stubApi({ ...verified, ...moving });
    openApp("/app/payments?dialog=withdraw");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("card payment is new or disputed");
    expect(dialog.textContent).toMatch(/Waits until Nov 2\d, 2026/);
  });

  it("is summed after the next three dates", async () => {
    const days = Array.from({ length: 9 }, (_, day) => ({
      at: `2026-12-0${day + 1}T10:00:00.000Z`,
      reason: "new_payment",
      amount: 0.1,
    }));
    const long = { body: { ...waits, waiting: days } };
    stubApi({ ...signedIn, ...moving, "GET /api/wallet/summary": long });
    openApp("/app/payments");
    expect(await screen.findAllByText(/^Waits until/)).toHaveLength(3);
    expect(screen.getByText(/^The rest waits until/)).toBeTruthy();
    expect(screen.getByText("$0.60")).toBeTruthy();
  });
});

describe("a debt", () => {
  const owing = { ...wallet, "GET /api/wallet/summary": { body: { ...summary, owed: 0.3 } } };

  it.each(["/app/payments", "/app/earnings", "/app/wallet"])(
    "is said on %s, with what pays it",
    async (path) => {
      stubApi({ ...signedIn, ...owing });
      openApp(path);
      const notice = await screen.findByText(/^You owe/);
      expect(notice.textContent).toBe(
        "You owe $0.30: clicks were reversed after you withdrew their earnings. Your next earnings pay this first. Your wallet is not affected.",
      );
    },
  );

  it("has its own line in the summary, and none if nothing is owed", async () => {
    stubApi({ ...signedIn, ...owing });
    openApp("/app/payments");
    await screen.findByText("Owed for reversed clicks");
    cleanup();
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    await screen.findByText("$20.045");
    expect(screen.queryByText(/[Oo]we/)).toBeNull();
  });
});

it("shows today's earnings with the time of judgement, and past days without a time", async () => {
  const today = {
    _id: "earnings:2026-11-22:c1",
    createdAt: "2026-11-22T00:00:00.000Z",
    type: "earnings",
    amount: 0.045,
    status: "completed",
    description: "30 clicks × $0.0015 on “Tower of Tests”",
    cancellable: false,
    receipt: null,
  };
  stubApi({ ...signedIn, ...wallet, ...history([today], new Date().toISOString()) });
  openApp("/app/payments");
  const table = await screen.findByRole("table");
  expect(within(table).getByText("Nov 22, 2026 (UTC)")).toBeTruthy();
  const section = screen.getByRole("region", { name: "Transaction History" });
  expect(within(section).getByText(/^Judged up to/)).toBeTruthy();
});
