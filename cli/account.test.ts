import { join } from "node:path";
import type { Statement } from "@fairclick/core/money/ledger";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};

const userId = "01900000-0000-7000-8000-000000000001";
const statement: Statement = {
  account: { id: "17", kind: "earnings", ownerId: userId, balanceMicros: "45000" },
  openingMicros: "1500000",
  entries: [
    {
      transactionId: "01900000-0000-7000-8000-0000000000aa",
      at: "2026-01-02T03:04:05.678Z",
      kind: "click_payout",
      reference: "campaign:1",
      memo: null,
      micros: "45000",
      quantity: "30",
      unitMicros: "1500",
      balanceMicros: "1545000",
    },
    {
      transactionId: "01900000-0000-7000-8000-0000000000ab",
      at: "2026-01-03T03:04:05.678Z",
      kind: "withdrawal",
      reference: null,
      memo: null,
      micros: "-1500000",
      quantity: null,
      unitMicros: null,
      balanceMicros: "45000",
    },
  ],
  closingMicros: "45000",
  addsUp: true,
  earlier: "01900000-0000-7000-8000-0000000000aa",
};
const serve = (data: Statement) => serveCanned(() => Response.json({ status: "success", data }));
const right = serve(statement);
const wrong = serve({ ...statement, addsUp: false, earlier: null });

const show = (api: { url: string }, ...args: string[]) =>
  capture(["ledger", "account", `earnings:${userId}`, ...args, "--api", api.url], { env });

describe("fairclick ledger account", () => {
  it("prints the balance before, between and after the entries", async () => {
    const { exitCode, out } = await show(right);
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      `Account 17: earnings of ${userId}`,
      "",
      "when                 amount  balance  kind          about",
      "                             $1.50    opening",
      "2026-01-02 03:04:05  $0.045  $1.545   click_payout  campaign:1, 30 × $0.0015",
      "2026-01-03 03:04:05  -$1.50  $0.045   withdrawal",
      "                             $0.045   closing",
      "",
      "For earlier entries, use --before 01900000-0000-7000-8000-0000000000aa",
      "The balance, $0.045, is the sum of all its entries.",
      "",
    ]);
    expect(right.seen.at(-1)?.path).toBe(`/api/admin/ledger/accounts/earnings%3A${userId}`);
  });

  it("exits with 1 if the balance is not the sum of the entries", async () => {
    const { exitCode, out } = await show(wrong);
    expect(exitCode).toBe(1);
    expect(out).toContain("The balance, $0.045, is NOT the sum of all its entries.");
    expect(out).not.toContain("There is more");
  });

  it("prints one object per line with --json", async () => {
    const { exitCode, out } = await show(wrong, "--json");
    expect(exitCode).toBe(1);
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((each) => each.line)).toEqual([
      "account",
      "opening",
      "entry",
      "entry",
      "closing",
    ]);
    expect(lines[2]).toEqual({ line: "entry", ...statement.entries[0] });
    expect(lines[4]).toEqual({ line: "closing", balanceMicros: "45000" });
  });
});
