import { z } from "zod";
import { formatExactDollars } from "../amounts";
import { categoryName } from "../clicks/category-names";
import { formatUtcDay, plural, t } from "../language/t";
import { defineNotice } from "./define-notice";

const count = (clicks: number) => plural(clicks, "# click", "# clicks");

export const creatorDigest = defineNotice({
  kind: "digest.creator",
  topic: "digest",
  event: () => t`Your week as a creator`,
  recipients: () => t`creators whose links had clicks in the week`,
  inApp: false,
  mail: "optional",
  schema: z.object({
    monday: z.iso.datetime(),
    valid: z.int(),
    earnedMicros: z.coerce.bigint(),
    refused: z.int(),
    reasons: z.array(z.object({ category: z.string(), clicks: z.int() })),
    best: z.object({ name: z.string(), clicks: z.int(), micros: z.coerce.bigint() }).nullable(),
  }),
  text: ({ monday, valid, earnedMicros, refused, reasons, best }) => ({
    title: t`Your week: ${formatExactDollars(earnedMicros)} for ${count(valid)}`,
    paragraphs: [
      t`In the week from ${formatUtcDay(monday)}, ${count(valid)} of your links counted and earned ${formatExactDollars(earnedMicros)}.`,
      ...(best
        ? [
            t`Your best campaign was ${best.name}: ${count(best.clicks)}, ${formatExactDollars(best.micros)}.`,
          ]
        : []),
      ...(refused > 0
        ? [
            t`${count(refused)} did not count: ${reasons.map(({ category, clicks }) => `${categoryName(category)} (${clicks})`).join(", ")}.`,
          ]
        : []),
    ],
    action: { label: t`Open earnings`, path: "/app/earnings" },
  }),
});

export const developerDigest = defineNotice({
  kind: "digest.developer",
  topic: "digest",
  event: () => t`Your week as a developer`,
  recipients: () => t`developers whose campaigns had clicks in the week`,
  inApp: false,
  mail: "optional",
  schema: z.object({
    monday: z.iso.datetime(),
    valid: z.int(),
    costMicros: z.coerce.bigint(),
    leftMicros: z.coerce.bigint(),
    ending: z.array(z.object({ name: z.string(), endsAt: z.iso.datetime() })),
  }),
  text: ({ monday, valid, costMicros, leftMicros, ending }) => ({
    title: t`Your week: ${count(valid)} for ${formatExactDollars(costMicros)}`,
    paragraphs: [
      t`In the week from ${formatUtcDay(monday)}, ${count(valid)} of your campaigns counted and cost ${formatExactDollars(costMicros)}.`,
      t`Your running campaigns have ${formatExactDollars(leftMicros)} of their budgets left.`,
      ...ending.map(({ name, endsAt }) => t`${name} ends on ${formatUtcDay(endsAt)}.`),
    ],
    action: { label: t`Open your campaigns`, path: "/app/campaigns" },
  }),
});
