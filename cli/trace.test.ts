import type { WithdrawalTrace } from "@fairclick/core/money/ledger";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();

const id = "01900000-0000-7000-8000-0000000000ab";
const deposit = {
  id: "01900000-0000-7000-8000-0000000000aa",
  userId: "01900000-0000-7000-8000-000000000002",
  username: "dev\u001b[2J",
  micros: "50000000",
  paidAt: "2026-01-02T03:04:05.678Z",
  card: "visa 4242",
  provedBy: null,
  disputed: false,
};
const campaign = { id: "01900000-0000-7000-8000-0000000000ac", name: "Obby", micros: "1000000" };
const trace: WithdrawalTrace = {
  withdrawal: {
    id,
    userId: "01900000-0000-7000-8000-000000000001",
    username: "mia",
    micros: "1250000",
  },
  lots: [
    { micros: "1000000", deposit, campaigns: Array.from({ length: 7 }, () => campaign) },
    { micros: "250000", deposit: null, campaigns: [] },
  ],
};
const api = serveCanned(() => Response.json({ status: "success", data: trace }));

it("prints the way from the bank to each card, and nothing that a terminal would run", async () => {
  const { exitCode, out } = await capture(["ledger", "trace", id, "--api", api.url], { env });
  expect(exitCode).toBe(0);
  expect(out.replaceAll(/\\u001b\[2J|␛\[2J|\u241b\[2J/g, "")).toContain("visa 4242  dev");
  expect(out).not.toContain("\u001b[2J");
  const lines = out.split("\n");
  expect(lines[0]).toBe(`Withdrawal ${id}: $1.25 to mia`);
  expect(lines.filter((line) => line.includes("Obby"))).toHaveLength(5);
  expect(out).toContain("and 2 more");
  expect(out).toMatch(/\$0\.25 +the platform/);
  expect(api.seen.at(-1)?.path).toBe(`/api/admin/ledger/withdrawals/${id}/trace`);
});
