import { z } from "zod";
import { withLocalSettings } from "../../connection/local-stack";
import { defineCommand } from "../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../exit-codes";
import type { Host } from "../../host";
import type { Paint } from "../../output/paint";
import { whileWorking } from "../../output/while-working";

const resultSchema = z.object({
  check: z.string(),
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  advice: z.string().nullable(),
});
type CheckResult = z.infer<typeof resultSchema>;

export const doctor = defineCommand({
  usage: "doctor",
  summary: "check this installation",
  about:
    "Checks everything that api and worker need on this machine, with their settings: database, migrations, clock, queue and its durability, disk, spooled clicks, web build, addresses and their certificates, proxies, where clicks come from, the last backup and keys. Changes nothing. Each result that is not ok says what to do, and makes the exit code 1. With --json, it prints one result per line.",
  examples: ["doctor", "doctor --json | jq 'select(.status != \"ok\")'"],
  input: z.object({}),
  output: z.array(resultSchema),
  run: (host) => whileWorking(host, "Examining this installation", examine(host)),
  text: (results, paint) => results.map((result) => describe(result, paint)).join("\n"),
  exitCode: (results) => (results.some(({ status }) => status !== "ok") ? EXIT_REFUSED : EXIT_DONE),
});

/** Loads the services only here, for start-up time: no other command needs them. */
async function examine({ env }: Host): Promise<CheckResult[]> {
  const { examineInstallation } = await import("@fairclick/services/operations/doctor");
  return examineInstallation(withLocalSettings(env));
}

function describe({ check, status, detail, advice }: CheckResult, paint: Paint): string {
  const marks = { ok: paint.good("ok  "), warn: paint.warn("warn"), fail: paint.bad("FAIL") };
  const line = `${marks[status]}  ${check.padEnd(10)}  ${detail}`;
  return advice ? `${line}\n${" ".repeat(18)}${paint.faint(advice)}` : line;
}
