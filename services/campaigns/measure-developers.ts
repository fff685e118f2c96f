import { measureDeveloperRecords } from "@fairclick/sql/campaigns/developer-records";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

/** Stores how many campaigns each developer has funded and what these have paid. */
export async function measureDevelopers({ db }: Pick<Ctx, "db">): Promise<void> {
  await withTx(db, measureDeveloperRecords, { statementTimeoutMs: 60_000 });
}
