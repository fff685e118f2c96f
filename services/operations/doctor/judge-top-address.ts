import type { TopAddress } from "@fairclick/sql/clicks/suspects";
import { type CheckResult, fail, ok, warn } from "./check-result";

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
