import type { Db } from "@fairclick/sql/db/client";
import { pino } from "pino";
import type { Ctx } from "../context";

/** Returns a job's context for tests: no log, a given clock, and a sender that throws. */
export function systemCtx(db: Db, now: () => Date = () => new Date()): Ctx {
  return {
    actor: { kind: "system", job: "test" },
    db,
    now,
    log: pino({ level: "silent" }),
    queue: {
      send: async ({ name }) => {
        throw new Error(`This test expects no ${name} job`);
      },
    },
  };
}
