import { AppError } from "@fairclick/core/errors";
import { parseAccountReference } from "@fairclick/core/money/describe-money";
import type { Statement, StatementQuery } from "@fairclick/core/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import {
  findLedgerAccount,
  listEntries,
  type StatementAccount,
  type StatementEntry,
  sumEntries,
} from "@fairclick/sql/money/statements";
import type { Ctx } from "../../context";

/**
 * Returns an account's last entries before a time, with the balance at both ends, read in one
 * snapshot. Throws `validation` or `not_found` if the text names no account.
 */
export async function getStatement(
  ctx: Pick<Ctx, "db">,
  { account: text, before = null, limit }: { account: string } & Asked,
): Promise<Statement> {
  const reference = parseAccountReference(text);
  if (!reference) throw new AppError("validation", `“${text}” is not how an account is named.`);
  return withTx(
    ctx.db,
    async (tx) => {
      const account = await findLedgerAccount(tx, reference);
      if (!account) throw new AppError("not_found", `There is no account ${text}.`);
      const newestFirst = await listEntries(tx, {
        accountId: account.id,
        before,
        limit: limit + 1,
      });
      const entries = newestFirst.slice(0, limit).reverse();
      const first = entries[0]?.transactionId ?? before;
      const sums = await sumEntries(tx, { accountId: account.id, before: first });
      const earlier = newestFirst.length > limit ? first : null;
      return { ...present(account, entries, sums), earlier };
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}

type Asked = { before?: string | null | undefined } & Pick<StatementQuery, "limit">;
type Sums = Awaited<ReturnType<typeof sumEntries>>;

function present(account: StatementAccount, entries: StatementEntry[], sums: Sums) {
  let balance = sums.earlierMicros;
  const lines = entries.map(({ at, micros, quantity, unitMicros, ...entry }) => {
    balance += micros;
    return {
      ...entry,
      at: at.toISOString(),
      micros: micros.toString(),
      quantity: quantity?.toString() ?? null,
      unitMicros: unitMicros?.toString() ?? null,
      balanceMicros: balance.toString(),
    };
  });
  const { id, kind, ownerId, balanceMicros } = account;
  return {
    account: { id: id.toString(), kind, ownerId, balanceMicros: balanceMicros.toString() },
    openingMicros: sums.earlierMicros.toString(),
    entries: lines,
    closingMicros: balance.toString(),
    addsUp: sums.totalMicros === balanceMicros,
  };
}
