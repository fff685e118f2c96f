import { t } from "../language/t";

/**
 * Events that only webhooks receive: sums and states that are compared once a minute, not reported
 * one by one.
 */
export const sumEvents = [
  { kind: "campaign.state_changed", event: () => t`Your campaign has another state` },
  {
    kind: "campaign.clicks_counted",
    event: () => t`Clicks of your campaign were judged: sums, at most once a minute`,
  },
  {
    kind: "campaign.conversions_counted",
    event: () => t`Conversions of your campaign were counted: sums, at most once a minute`,
  },
  { kind: "link.state_changed", event: () => t`Your link, or its campaign, has another state` },
  {
    kind: "link.clicks_counted",
    event: () => t`Clicks on your link were judged: sums, at most once a minute`,
  },
  {
    kind: "link.conversions_counted",
    event: () => t`Conversions of your link were counted: sums, at most once a minute`,
  },
] as const;
export type SumEventKind = (typeof sumEvents)[number]["kind"];

/** The recipient of sums: the developer of a campaign, or the creator of a link to it. */
export type SumSide = "campaign" | "link";
