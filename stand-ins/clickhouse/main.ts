import { createClickHouseStandIn } from "./stand-in";

const { CHDB_FOLDER, DATA_DIR, PORT, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD } = process.env;
if (!CHDB_FOLDER || !DATA_DIR) throw new Error("Set CHDB_FOLDER and DATA_DIR.");
// There is the engine's configuration.
process.chdir(import.meta.dirname);

const { port, stop } = await createClickHouseStandIn({
  chdb: CHDB_FOLDER,
  dataDir: DATA_DIR,
  port: Number(PORT ?? 0),
  ...(CLICKHOUSE_USER ? { user: CLICKHOUSE_USER } : {}),
  ...(CLICKHOUSE_PASSWORD ? { password: CLICKHOUSE_PASSWORD } : {}),
});

console.log(JSON.stringify({ listening: port }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await stop();
    process.exit(0);
  });
}
