import {
  describeReview,
  type ReviewReason,
  reviewReasons,
} from "@fairclick/core/campaigns/reviews";
import { showStored } from "@fairclick/core/language/stored-text";
import { t } from "@fairclick/core/language/t";
import { inLanguage } from "../language/in-language";

/** Reasons of reviews by their text in English, which is what a campaign stores. */
const reviews = new Map<string, readonly ReviewReason[]>();

/** Translates why Fairclick paused a campaign. An operator's own words stay as they are. */
export function showPauseReason(stored: string): string {
  if (reviews.size === 0) {
    for (const reasons of listSelections(reviewReasons)) {
      reviews.set(
        inLanguage("en", () => describeReview(reasons)),
        reasons,
      );
    }
  }
  const reasons = reviews.get(stored);
  if (reasons) return describeReview(reasons);
  const report = inLanguage("en", () => describeReport(""));
  return stored.startsWith(report)
    ? describeReport(stored.slice(report.length))
    : showStored(stored);
}

/** The reason of a pause after a confirmed report, with the operator's own words at its end. */
export function describeReport(reason: string): string {
  return t`Visitors reported the address of its game, and we confirmed the report: ${reason}`;
}

/** Returns every selection of the items, in their order. */
function listSelections<Item>([first, ...rest]: readonly Item[]): Item[][] {
  if (first === undefined) return [[]];
  const others = listSelections(rest);
  return [...others, ...others.map((other) => [first, ...other])];
}
