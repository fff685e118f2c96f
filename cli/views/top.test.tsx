import { AppError } from "@fairclick/core/errors";
import { render } from "ink-testing-library";
import { expect, it } from "vitest";
import type { Figures } from "../output/describe-figures";
import { Top } from "./top";

const figures = (redirectsPerSecond: number): Figures => ({
  at: "2026-01-02T03:04:05.000Z",
  redirectsPerSecond,
  p99Ms: 3,
  queueWaiting: 12,
  queueFailed: 0,
  queueOldestAt: "2026-01-02T03:04:00.000Z",
  clicksPending: 40,
  clicksHeld: 2,
  judgedPerSecond: 8,
  validShare: 0.875,
  paidMicrosPerMinute: "1500000",
  movedMicrosPerMinute: { click_payout: "1500000", deposit: "20000000" },
  withdrawalsPending: 1,
  withdrawalsHeld: 1,
  problems: [{ check: "workers", detail: "none is alive", advice: null }],
});

it("shows figures with their history, and keeps them while the api is unreachable", async () => {
  const answers = [figures(10), figures(20), new AppError("unavailable", "Nothing answers.")];
  const read = async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error || !answer) throw answer;
    return answer;
  };
  const app = render(<Top api="http://localhost:3000" read={read} intervalMs={20} />);
  await expect.poll(app.lastFrame).toContain("Nothing answers.");
  expect(app.lastFrame()).toBe(
    [
      "http://localhost:3000 q quits",
      "at          2026-01-02 03:04:05 UTC",
      "redirects/s 20.0 ▅█",
      "p99         3 ms ██",
      "queue       12 waiting, the oldest 5 s ago, 0 failed ██",
      "clicks      40 pending, 2 held",
      "judged/s    8.0 ██",
      "valid share 87.5%",
      "paid/min    $1.50",
      "moved/min   click_payout $1.50, deposit $20.00",
      "withdrawals 1 pending, 1 of them held",
      "! workers   none is alive",
      "Nothing answers.",
    ].join("\n"),
  );
  app.unmount();
});
