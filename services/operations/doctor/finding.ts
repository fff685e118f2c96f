export type Finding = {
  check: string;
  status: "ok" | "warn" | "fail";
  detail: string;
  /** What to do about it. */
  advice: string | null;
};

export function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail, advice: null };
}

/** It works, and will disappoint somebody. */
export function warn(check: string, detail: string, advice: string): Finding {
  return { check, status: "warn", detail, advice };
}

/** It does not work. */
export function fail(check: string, detail: string, advice: string): Finding {
  return { check, status: "fail", detail, advice };
}
