import { AppError } from "@fairclick/core/errors";
import { UnrecoverableError } from "bullmq";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, type WorkerDeps } from "./define-job";

const contract = {
  name: "test",
  schema: z.object({ count: z.number() }),
  attempts: 3,
  backoffMs: 10,
};
const deps = { log: pino({ level: "silent" }) } as WorkerDeps;

async function findFailure(data: unknown, run: () => Promise<void> = async () => {}) {
  return defineJob(contract, { run })
    .run(deps, data)
    .then(
      () => null,
      (error: unknown) => error,
    );
}

describe("defineJob", () => {
  it("calls the use case as the system, with the payload", async () => {
    const calls: unknown[] = [];
    const job = defineJob(contract, {
      run: async ({ actor }, payload) => {
        calls.push({ actor, payload });
      },
    });
    await job.run(deps, { count: 3, more: "ignored" });
    expect(calls).toEqual([{ actor: { kind: "system", job: "test" }, payload: { count: 3 } }]);
  });

  it.each([null, undefined, {}, { count: "3" }, "text"])("fails for good on %j", async (data) => {
    expect(await findFailure(data)).toBeInstanceOf(UnrecoverableError);
  });

  it("fails permanently if a retry cannot help, and says why", async () => {
    const error = new AppError("not_found", "No such withdrawal");
    const failure = await findFailure({ count: 1 }, () => Promise.reject(error));
    expect(failure).toBeInstanceOf(UnrecoverableError);
    expect(failure).toMatchObject({ message: "No such withdrawal", cause: error });
  });

  it.each([new AppError("unavailable", "Away"), new Error("who knows")])(
    "leaves %s to be tried again",
    async (error) => {
      const failure = await findFailure({ count: 1 }, () => Promise.reject(error));
      expect(failure).toBe(error);
      expect(failure).not.toBeInstanceOf(UnrecoverableError);
    },
  );
});
