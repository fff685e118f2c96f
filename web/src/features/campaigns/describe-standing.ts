import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { plural, t } from "@fairclick/core/language/t";

const DAY_MS = 86_400_000;
const LONG_DAYS = 365;

/** Describes how long the budget lasts at today's rate, at most until the campaign's end. */
export function describeBudget(
  { standing: { budgetDays: days }, endDate }: Pick<ListedCampaign, "standing" | "endDate">,
  now: Date,
): string {
  if (days === null) return t`Not known yet`;
  if (days >= (Date.parse(endDate) - now.getTime()) / DAY_MS) return t`Until the campaign ends`;
  if (days < 1 / 24) return t`Less than an hour at today's rate`;
  if (days < 1)
    return t`About ${plural(Math.round(days * 24), "# hour", "# hours")} at today's rate`;
  if (days > LONG_DAYS) return t`Over a year at today's rate`;
  return t`About ${plural(Math.round(days), "# day", "# days")} at today's rate`;
}

/** Describes the time to a verdict; null if no click was judged today. */
export function describeVerdict(minutes: number | null): string | null {
  if (minutes === null) return null;
  return t`About ${plural(Math.max(1, Math.round(minutes)), "# minute", "# minutes")}`;
}

/** Returns the developer's name and the year of their account, as a sentence. */
export function describeDeveloper({
  createdBy,
  standing,
}: Pick<ListedCampaign, "createdBy" | "standing">): string {
  const name = createdBy.displayName || createdBy.username;
  const year = standing.developerSince.slice(0, 4);
  return t`By ${name}, here since ${year}.`;
}
