import { FINDING_DAYS } from "@fairclick/core/clicks/findings";
import type { ListedTrial } from "@fairclick/core/clicks/rule-trials";
import type { TopAddress } from "@fairclick/sql/clicks/suspects";
import type { ArchiveState } from "@fairclick/sql/operations/status";

const HOUR_MS = 3_600_000;
const LATE_HOURS = 26;
const TOO_LATE_HOURS = 72;

/** Judges the age of the last archived WAL. Backups of another kind are not known here. */
export function judgeBackup(facts: ArchiveState, now: Date): CheckResult {
  const { isArchiving, lastArchivedAt, lastFailedAt, receivers } = facts;
  if (isArchiving && lastFailedAt && (!lastArchivedAt || lastFailedAt > lastArchivedAt)) {
    return fail(
      "backup",
      `Postgres cannot archive its WAL, last tried at ${lastFailedAt.toISOString()}`,
      "Look at archive_command in the log of Postgres: its disk fills up meanwhile.",
    );
  }
  if (isArchiving && lastArchivedAt) return judgeAge("WAL was archived", lastArchivedAt, now);
  if (receivers > 0) return ok("backup", `WAL is streamed to ${receivers} receivers`);
  return ok("backup", "not known here: nothing archives WAL (docs/deploy.md describes backups)");
}

function judgeAge(what: string, at: Date, now: Date): CheckResult {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS);
  const detail = `${what} ${hours} h ago`;
  const advice = "Look why the backup does not run; docs/deploy.md describes backups.";
  if (hours >= TOO_LATE_HOURS) return fail("backup", detail, advice);
  return hours >= LATE_HOURS ? warn("backup", detail, advice) : ok("backup", detail);
}

type Countries = {
  /** Whether the countries of clicks are known. */
  isKnown: boolean;
  /** Running campaigns that pay for clicks from certain countries only. */
  campaigns: number;
};

/** Reports whether countries are known; it is a failure if campaigns depend on them. */
export function judgeCountries({ isKnown, campaigns }: Countries): CheckResult {
  if (isKnown) return ok("countries", "known");
  const advice = "Run `fairclick ip-data update`.";
  if (campaigns === 0) {
    return warn("countries", "unknown: no campaign can choose the countries it pays for", advice);
  }
  const which = campaigns === 1 ? "1 campaign pays" : `${campaigns} campaigns pay`;
  return fail(
    "countries",
    `unknown, and ${which} for clicks from certain countries only: their clicks are not paid`,
    advice,
  );
}

/** Reports links that wait for an operator. */
export function judgeOpenFindings(open: number): CheckResult {
  if (open === 0) return ok("links", "none waits for an operator");
  return warn(
    "links",
    `${open === 1 ? "1 link waits" : `${open} links wait`} for an operator`,
    `\`fairclick cases list findings\` shows them; those that are not certain lapse after ${FINDING_DAYS} days.`,
  );
}

/** With fewer clicks, one address with most of them is chance. */
const MIN_CLICKS = 100;
const SUSPICIOUS_PERCENT = 80;

/** Reports that most clicks come from one address: a proxy that is not trusted hides the visitors' addresses. */
export function judgeTopAddress(top: TopAddress | null, trusted: readonly string[]): CheckResult {
  if (!top) return ok("origins", "no clicks within the last hour");
  const { address, clicks, ofClicks, isPrivate } = top;
  const percent = Math.floor((clicks * 100) / ofClicks);
  const detail = `${percent}% of the last hour's ${ofClicks} clicks come from ${address}`;
  if (ofClicks < MIN_CLICKS || percent < SUSPICIOUS_PERCENT) {
    return ok("origins", `at most ${percent}% of the last hour's clicks come from one address`);
  }
  const named = trusted.length > 0 ? `, which names ${trusted.join(", ")}` : "";
  return isPrivate
    ? fail(
        "origins",
        `${detail}, a private address: a proxy is not trusted`,
        `Add it to TRUSTED_PROXIES${named}. Until then nearly all clicks are repeats and pay nothing.`,
      )
    : warn(
        "origins",
        detail,
        `If it is your proxy or CDN, add it to TRUSTED_PROXIES${named}; else look at \`fairclick clicks top --by address\`.`,
      );
}

/** Proposes rules for `held` that refuse too many people. Nothing changes by itself. */
export function judgeTrials(trials: ListedTrial[]): CheckResult {
  const proposed = trials.filter(({ aboveBound, effect }) => aboveBound && effect === "invalid");
  if (proposed.length === 0) return ok("rules", "none is proven to refuse too many people");
  return warn(
    "rules",
    proposed.map(({ signal, text }) => `${signal}: ${text}`).join(" "),
    "Consider setting them to held; the page /terms shows the figures.",
  );
}

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
