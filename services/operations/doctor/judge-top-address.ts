import type { TopAddress } from "@fairclick/sql/clicks/top-address";
import { type Finding, fail, ok, warn } from "./finding";

/** Fewer clicks say nothing about a proxy. */
const LEAST_CLICKS = 100;
const SUSPICIOUS_PERCENT = 80;

/** A proxy that is not trusted makes all clicks seem to come from its own address. */
export function judgeTopAddress(top: TopAddress | null, trusted: readonly string[]): Finding {
  if (!top) return ok("origins", "no clicks within the last hour");
  const { address, clicks, ofClicks, isPrivate } = top;
  const percent = Math.floor((clicks * 100) / ofClicks);
  const detail = `${percent} % of the last hour's ${ofClicks} clicks come from ${address}`;
  if (ofClicks < LEAST_CLICKS || percent < SUSPICIOUS_PERCENT) {
    return ok("origins", `at most ${percent} % of the last hour's clicks come from one address`);
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
