import type { BooksReport } from "@fairclick/core/money/ledger";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();

const sums = { name: "sums", claim: "every transaction sums to zero", differences: [] };
const balances = {
  name: "balances",
  claim: "every balance is the sum of its entries",
  differences: [{ account: "17", owner: null, balanceMicros: "99", entriesMicros: "12" }],
};
const serve = (data: BooksReport) => serveCanned(() => Response.json({ status: "success", data }));
const clean = serve({ clean: true, checks: [sums] });
const wrong = serve({ clean: false, checks: [sums, balances] });

describe("fairclick ledger verify", () => {
  it("sends the token and exits with 0 if the books are correct", async () => {
    const { exitCode, out } = await capture(["ledger", "verify", "--api", clean.url], { env });
    expect(exitCode).toBe(0);
    expect(out).toBe(
      `ok    every transaction sums to zero\n\nThe books of ${clean.url} are right: 1 checks, no difference.\n`,
    );
    expect(clean.seen.at(-1)).toEqual({
      path: "/api/admin/ledger/verify",
      authorization: "Bearer fco_ann",
    });
  });

  it("asks for the whole proof with --all", async () => {
    const asked: string[] = [];
    const { url } = serveCanned((_, query) => {
      asked.push(query.toString());
      return Response.json({ status: "success", data: { clean: true, checks: [sums] } });
    });
    await capture(["ledger", "verify", "--api", url], { env });
    await capture(["ledger", "verify", "--all", "--api", url], { env });
    expect(asked).toEqual(["", "all=true"]);
  });

  it("prints the differing rows and exits with 1", async () => {
    const { exitCode, out } = await capture(["ledger", "verify", "--api", wrong.url], { env });
    expect(exitCode).toBe(1);
    expect(out.split("\n")).toEqual([
      "ok    every transaction sums to zero",
      "FAIL  every balance is the sum of its entries",
      "        account=17  owner=none  balanceMicros=99  entriesMicros=12",
      "",
      `The books of ${wrong.url} are wrong: 1 of 2 checks failed.`,
      "",
    ]);
  });

  it("prints one document with --json, and the same exit code", async () => {
    const args = ["ledger", "verify", "--json", "--api", wrong.url];
    const { exitCode, out, err } = await capture(args, { env, colours: true });
    expect(exitCode).toBe(1);
    expect(err).toBe("");
    expect(out.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(out)).toEqual({ api: wrong.url, clean: false, checks: [sums, balances] });
  });
});
