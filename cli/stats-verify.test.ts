import { join } from "node:path";
import type { BooksReport } from "@fairclick/core/money/ledger";
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

const totals = { name: "totals", claim: "every link has its clicks", differences: [] };
const days = {
  name: "days",
  claim: "every day has its clicks",
  differences: [{ campaign: "c1", day: "2026-03-03", countedValid: "9", valid: "8" }],
};
const serve = (data: BooksReport) => serveCanned(() => Response.json({ status: "success", data }));
const clean = serve({ clean: true, checks: [totals] });
const wrong = serve({ clean: false, checks: [totals, days] });

describe("fairclick stats verify", () => {
  it("sends the token and exits with 0 if the counters match the clicks", async () => {
    const { exitCode, out } = await capture(["stats", "verify", "--api", clean.url], { env });
    expect(exitCode).toBe(0);
    expect(out).toBe(
      `ok    every link has its clicks\n\nThe statistics of ${clean.url} are right: 1 checks, no difference.\n`,
    );
    expect(clean.seen.at(-1)).toEqual({
      path: "/api/admin/stats/verify",
      authorization: "Bearer fco_ann",
    });
  });

  it("prints the differing rows and exits with 1", async () => {
    const { exitCode, out } = await capture(["stats", "verify", "--api", wrong.url], { env });
    expect(exitCode).toBe(1);
    expect(out.split("\n")).toEqual([
      "ok    every link has its clicks",
      "FAIL  every day has its clicks",
      "        campaign=c1  day=2026-03-03  countedValid=9  valid=8",
      "",
      `The statistics of ${wrong.url} are wrong: 1 of 2 checks failed.`,
      "",
    ]);
  });

  it("prints one document with --json, and the same exit code", async () => {
    const args = ["stats", "verify", "--json", "--api", wrong.url];
    const { exitCode, out, err } = await capture(args, { env, colours: true });
    expect(exitCode).toBe(1);
    expect(err).toBe("");
    expect(JSON.parse(out)).toEqual({ api: wrong.url, clean: false, checks: [totals, days] });
  });
});
