import type { FindingCase } from "@fairclick/core/operations/cases";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const finding: FindingCase = {
  kind: "findings",
  id: "01900000-0000-7000-8000-000000000001",
  code: "k3Xw9Rab",
  campaignId: "01900000-0000-7000-8000-000000000003",
  campaign: "Tower of Tests",
  creatorId: "01900000-0000-7000-8000-000000000004",
  creator: "chris",
  state: "open",
  sharedSides: [{ creator: "chris", things: ["card", "device"] }],
  fromAt: "2026-03-01T12:00:00.000Z",
  toAt: "2026-03-02T11:45:00.000Z",
  ...{ clicks: 500, players: 1, usualPlayers: 25, otherClicks: 9_000, otherPlayers: 450 },
  ...{ probability: 0.00012, lapses: true, unexplained: 260, waitingMicros: "390000" },
  foundAt: "2026-03-02T12:00:00.000Z",
  closedAt: null,
  paidMicros: "750000",
  explanation: "My viewers \u001b[31mare everywhere.",
};

it("lists findings with their figures and the appeal, without control sequences", async () => {
  const api = serveCanned(() =>
    Response.json({ status: "success", data: [finding], nextCursor: null }),
  );
  const { exitCode, out } = await capture(["cases", "list", "findings", "--api", api.url], { env });
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("chris on Tower of Tests, link k3Xw9Rab");
  expect(out).toContain("1 players by 500 paid clicks");
  expect(out).toContain("usual are 25 (others: 450 by 9000; probability 0.00012)");
  expect(out).toContain("waits  $0.39 of $0.75, for 260 clicks; open");
  expect(out).toContain("the developer shares with chris (card, device)");
  expect(out).toContain("are everywhere.");
});
