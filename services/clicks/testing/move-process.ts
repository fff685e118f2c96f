/** A process that moves days to ClickHouse and kills itself before its nth step. */
import { type ClickHouseConfig, openClickHouse } from "@fairclick/sql/db/clickhouse";
import { connect, type Sql } from "@fairclick/sql/db/client";
import { systemCtx } from "../../testing/system-ctx";
import { moveClickDays } from "../move-days";

const [url = "", config = "", at = "", fatal = "0", chunk = "1"] = process.argv.slice(2);
let step = 0;
function mayDie(): void {
  step += 1;
  if (step === Number(fatal)) process.kill(process.pid, "SIGKILL");
}

async function between<Result>(work: () => Promise<Result>): Promise<Result> {
  mayDie();
  const result = await work();
  mayDie();
  return result;
}

const { clickhouse: _, ...db } = connect(url, { max: 1, maxTransactions: 1 });
const there = openClickHouse(JSON.parse(config) as ClickHouseConfig);
const clickhouse: typeof there = {
  ...there,
  read: (...args) => between(() => there.read(...args)),
  insert: (...args) => between(() => there.insert(...args)),
  execute: (...args) => between(() => there.execute(...args)),
};
type Begin = (mode: string, work: (tx: unknown) => Promise<unknown>) => Promise<unknown>;
const begins = Reflect.get(db.transactions, "begin") as Begin;
const begin: Begin = (mode, work) =>
  between(() =>
    begins(mode, async (tx) => {
      const result = await work(tx);
      // Before the commit.
      mayDie();
      return result;
    }),
  );
const transactions = new Proxy(db.transactions, {
  get: (target, name) => (name === "begin" ? begin : Reflect.get(target, name)),
}) as Sql;
await moveClickDays(
  systemCtx({ ...db, transactions, clickhouse }, () => new Date(at)),
  {
    chunk: Number(chunk),
  },
);
process.stdout.write(`${step}\n`);
await clickhouse.close();
await db.end();
