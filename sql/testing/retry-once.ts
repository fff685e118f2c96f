import type { Db } from "../db/client";

/** Rolls every transaction's first attempt back, as Postgres does for the sake of another one. */
export function retryOnce(db: Db): Db {
  const tried = new WeakSet<object>();
  const begin = async (mode: string, work: (tx: never) => Promise<unknown>) => {
    if (tried.has(work)) return db.transactions.begin(mode, work as never);
    tried.add(work);
    return db.transactions.begin(mode, (async (tx: never) => {
      await work(tx);
      throw Object.assign(new Error("could not serialize access"), { code: "40001" });
    }) as never);
  };
  return { ...db, transactions: Object.assign(Object.create(db.transactions), { begin }) };
}
