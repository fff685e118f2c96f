import type { Problem } from "@fairclick/core/operations/work";
import type { CheckResult } from "../doctor/check-result";
import type { Parts } from "./check-parts";
import { judgeClock, judgeVitals } from "./judge-vitals";
import type { Vitals } from "./read-vitals";

export type Readiness = {
  ready: boolean;
  parts: Parts;
  /** Problems that do not stop this process from working. */
  warnings: string[];
};

/** One sentence per result that is not ok. */
export function describeProblems(
  vitals: Vitals,
  windowSeconds: number,
  others: CheckResult[] = [],
): string[] {
  return listProblems(vitals, windowSeconds, others).map(
    ({ check, detail }) => `${check}: ${detail}`,
  );
}

const ofWorkers = ["workers", "jobs"];

/** The problems because of which jobs do not run. */
export function listWorkerProblems(vitals: Vitals, windowSeconds: number): Problem[] {
  return listProblems(vitals, windowSeconds).filter(({ check }) => ofWorkers.includes(check));
}

/** The results that are not ok. */
export function listProblems(
  vitals: Vitals,
  windowSeconds: number,
  others: CheckResult[] = [],
): Problem[] {
  const results = [
    ...judgeVitals(vitals, windowSeconds),
    ...(vitals.clock ? [judgeClock(vitals.clock)] : []),
    ...others,
  ];
  return results
    .filter(({ status }) => status !== "ok")
    .map(({ check, detail, advice }) => ({ check, detail, advice }));
}
