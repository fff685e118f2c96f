export type CheckResult = {
  check: string;
  status: "ok" | "warn" | "fail";
  detail: string;
  /** Advice for the operator; null if the status is `ok`. */
  advice: string | null;
};

export function ok(check: string, detail: string): CheckResult {
  return { check, status: "ok", detail, advice: null };
}

/** Works, but needs attention. */
export function warn(check: string, detail: string, advice: string): CheckResult {
  return { check, status: "warn", detail, advice };
}

/** Does not work. */
export function fail(check: string, detail: string, advice: string): CheckResult {
  return { check, status: "fail", detail, advice };
}
