import { type BooksReport, booksReportSchema } from "@fairclick/core/money/ledger";
import { z } from "zod";
import { type Api, LONG_WORK_MS, openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../../exit-codes";
import { describeChecks } from "../../../output/describe-checks";
import { whileWorking } from "../../../output/while-working";

export const verifyLedger = defineCommand({
  usage: "verify",
  summary: "check that the books are right",
  about:
    "Checks the books: every transaction sums to zero, every balance is the sum of its entries, and every click is paid once. Prints each difference with the first rows that cause it; the exit code is then 1. Needs a token with the scope ledger:read.",
  examples: ["ledger verify", "ledger verify --json | jq .clean"],
  options: apiOptions,
  input: z.object(targetInput),
  output: booksReportSchema.extend({ api: z.string() }),
  run: async (host, input) => {
    const api = openApi(host, input);
    const report = await whileWorking(host, `Checking the books of ${api.api}`, fetchReport(api));
    return { api: api.api, ...report };
  },
  text: ({ api, checks, clean }, paint) => {
    const failed = checks.filter(({ differences }) => differences.length > 0).length;
    const verdict = clean
      ? paint.good(`The books of ${api} are right: ${checks.length} checks, no difference.`)
      : paint.bad(`The books of ${api} are wrong: ${failed} of ${checks.length} checks failed.`);
    return [...describeChecks(checks, paint), "", verdict].join("\n");
  },
  exitCode: ({ clean }) => (clean ? EXIT_DONE : EXIT_REFUSED),
});

async function fetchReport(api: Api): Promise<BooksReport> {
  const { data } = await api.call((client) => client.api.admin.ledger.verify.$get(), {
    limitMs: LONG_WORK_MS,
  });
  return data;
}
