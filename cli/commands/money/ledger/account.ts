import { formatExactDollars } from "@fairclick/core/amounts";
import {
  type Statement,
  statementEntrySchema,
  statementSchema,
} from "@fairclick/core/money/ledger";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../../exit-codes";
import { toTable } from "../../../output/table";

const accountShape = statementSchema.shape.account.extend({
  addsUp: statementSchema.shape.addsUp,
  earlier: statementSchema.shape.earlier,
});
const lineSchema = z.union([
  z.object({ line: z.literal("account"), ...accountShape.shape }),
  z.object({ line: z.literal("opening"), balanceMicros: z.string() }),
  z.object({ line: z.literal("entry"), ...statementEntrySchema.shape }),
  z.object({ line: z.literal("closing"), balanceMicros: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

export const showAccount = defineCommand({
  usage: "account <account>",
  summary: "print an account's statement",
  about:
    "Prints the last entries of an account, oldest first, with the balance after each. An account is given by its number, as wallet:, earnings:, in_transit: or debt: with a user's id, as escrow: with a campaign's id, or as stripe_clearing: or losses: with a number from 0 to 15. The exit code is 1 if the balance is not the sum of all entries. With --json, the account, the opening balance, each entry and the closing balance are one line each, in micro-dollars. Needs a token with the scope ledger:read.",
  examples: [
    "ledger account 17",
    "ledger account earnings:01900000-0000-7000-8000-000000000001 --limit 200",
    "ledger account losses:3 --json | jq -r 'select(.line == \"entry\") | .micros'",
  ],
  options: (command) =>
    apiOptions(command)
      .option("--limit <count>", "maximum number of entries, up to 1000", "50")
      .option("--before <transaction>", "only entries before this transaction"),
  input: z.object({
    ...targetInput,
    account: z.string(),
    limit: z.string(),
    before: z.string().optional(),
  }),
  output: z.array(lineSchema),
  run: async (host, { account, limit, before, ...target }) => {
    const query = { limit, ...(before ? { before } : {}) };
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.ledger.accounts[":account"].$get({ param: { account }, query }),
    );
    return toLines(data);
  },
  text: (lines, paint) => {
    const [account] = lines.filter((each) => each.line === "account");
    if (!account) return "";
    const { id, kind, ownerId, addsUp, earlier } = account;
    const balance = formatExactDollars(BigInt(account.balanceMicros));
    const verdict = addsUp
      ? paint.good(`The balance, ${balance}, is the sum of all its entries.`)
      : paint.bad(`The balance, ${balance}, is NOT the sum of all its entries.`);
    return [
      paint.strong(`Account ${id}: ${kind}${ownerId ? ` of ${ownerId}` : ""}`),
      "",
      ...toTable(["when", "amount", "balance", "kind", "about"], lines.flatMap(toRow)),
      "",
      ...(earlier ? [paint.faint(`For earlier entries, use --before ${earlier}`)] : []),
      verdict,
    ].join("\n");
  },
  exitCode: (lines) =>
    lines.some((each) => each.line === "account" && !each.addsUp) ? EXIT_REFUSED : EXIT_DONE,
});

function toLines({ account, addsUp, earlier, ...statement }: Statement): Line[] {
  return [
    { line: "account", ...account, addsUp, earlier },
    { line: "opening", balanceMicros: statement.openingMicros },
    ...statement.entries.map((entry) => ({ line: "entry" as const, ...entry })),
    { line: "closing", balanceMicros: statement.closingMicros },
  ];
}

function toRow(each: Line): string[][] {
  if (each.line === "account") return [];
  const balance = formatExactDollars(BigInt(each.balanceMicros));
  if (each.line !== "entry") return [["", "", balance, each.line, ""]];
  const { at, micros, kind, reference, memo, quantity, unitMicros } = each;
  const price =
    quantity && unitMicros ? `${quantity} × ${formatExactDollars(BigInt(unitMicros))}` : null;
  const about = [reference, price, memo].filter((part) => part !== null).join(", ");
  const amount = formatExactDollars(BigInt(micros));
  return [[at.slice(0, 19).replace("T", " "), amount, balance, kind, about]];
}
