import { createRequire } from "node:module";
import { join } from "node:path";

/** What the stand-in uses of chdb, ClickHouse as a library. It is no dependency: it has 543 MB. */
type Native = {
  QueryAsyncConnection: (
    connection: unknown,
    sql: string,
    format: string,
    parameters: Record<string, string>,
  ) => Promise<{ bytes: Uint8Array }>;
  InsertRawAsyncConnection: (
    connection: unknown,
    statement: string,
    rows: Uint8Array,
    countRows: boolean,
  ) => Promise<unknown>;
};
type Session = { connection: unknown; close: () => void };

export type Engine = {
  /** Runs a statement. `parameters` are texts as ClickHouse's HTTP interface takes them. */
  query: (
    sql: string,
    options: { format: string; parameters: Record<string, string> },
  ) => Promise<Uint8Array>;
  insert: (statement: string, rows: Uint8Array) => Promise<void>;
  close: () => void;
};

/** Opens the data in `dataDir` with the chdb that is installed in `folder`. One per process. */
export function openEngine({ folder, dataDir }: { folder: string; dataDir: string }): Engine {
  const require = createRequire(join(folder, "package.json"));
  const chdb = join(folder, "node_modules/chdb");
  const { Session } = require(chdb) as { Session: new (path: string) => Session };
  // The package does not export it; its own queries take no parameters as HTTP has them.
  const loader = require(join(chdb, "dist/loader.js"));
  const native = (loader as { loadNative: () => Native }).loadNative();
  const session = new Session(dataDir);
  return {
    query: async (sql, { format, parameters }) => {
      const { connection } = session;
      return (await native.QueryAsyncConnection(connection, sql, format, parameters)).bytes;
    },
    insert: async (statement, rows) => {
      await native.InsertRawAsyncConnection(session.connection, statement, rows, false);
    },
    close: () => session.close(),
  };
}
