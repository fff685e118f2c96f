import { join } from "node:path";
import { expect, it } from "vitest";

const script = join(import.meta.dirname, "chaos.ts");
const SECONDS = "8";
/** On a busy machine a process that was killed starts for half a minute. */
const LIMIT_MS = 900_000;

it(
  "every answered click is in one store and paid once while days move and ClickHouse is killed and hangs",
  async () => {
    const chaos = Bun.spawn(
      [process.execPath, script, "--clickhouse", "--queue", "postgres", "--seconds", SECONDS],
      { stdout: "pipe", stderr: "pipe" },
    );
    const output = (
      await Promise.all([chaos.stdout, chaos.stderr].map((out) => out.text()))
    ).join();
    expect(output).toContain(
      "Every answered click is in one store, nothing paid twice; ClickHouse, Postgres and the ledger agree to the unit",
    );
    expect(output).toMatch(/^killed with kill -9 .* clickhouse [1-9]/m);
    expect(output).toMatch(/^moved +[1-9]\d* clicks of \d+ days$/m);
    expect(output).toMatch(/^read meanwhile +lists [1-9]\d*, partial \d+, exports [1-9]/m);
    expect(output).toMatch(/^figures compared +counters and ledger \d{3,}$/m);
    expect(await chaos.exited).toBe(0);
  },
  LIMIT_MS,
);
