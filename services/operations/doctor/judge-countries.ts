import { type CheckResult, fail, ok, warn } from "./check-result";

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
