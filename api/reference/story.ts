/**
 * The story behind all examples: Dana pays for clicks to Tower of Fun, Chris brings them, Olivia
 * operates the marketplace. The ids (UUID v7) contain the creation times.
 */
export const DEVELOPER = "01a19661-e85e-7e21-a4f0-91c2d80b3e65";
export const CREATOR = "01a19869-6246-7b04-8e6c-5a93d7f1b236";
export const CAMPAIGN = "01a19bb3-c59e-7d3a-9b57-2f8e61c0a4d9";
export const KEY = "01a19bb8-a9da-7c15-b2e9-60d4f7a8135c";
export const CLICK = "01a1f9b2-b1c0-7a91-b3d8-e04c5f26918a";
export const INVALID_CLICK = "01a1f9b3-06d1-7f60-8a2b-17c9e35d04fb";
export const SESSION = "01a1fd1e-8cfa-7d88-a1b6-3e5f90c72d41";
export const WITHDRAWAL = "01a1fd70-f3b4-7b7c-9d12-84e0a6f35bc9";
export const REFUND = "01a1fd70-f3b4-7c21-8e02-5b1d9c47f0a3";
export const DEPOSIT = "01a19bb2-10e0-7f44-9c5a-3d27e8b6a190";
export const OPERATOR = "01a18cae-5e00-7aa2-8c3d-d5f19b7e6024";
export const APPEAL = "01a1f9ef-c4a4-72d9-b0f4-4c8a13e7965d";
export const OBJECTION = "01a1fd95-1c70-7b52-9e0d-4a8f26d3c915";
export const TRANSACTION = "01a1f9b3-af28-7e6f-a95b-0b2d7c81f3e4";
export const ACT = "01a1fd9a-24a0-7913-8f4e-c26ab05d79e1";

export const COVER = "6f1c9d0be8a24735b1f0c2d94e7a8356014db9e2f7c8a6b35d1e90f42b7c8a6d";
export const CODE = "k7Qx2mPa";
export const REGISTERED_AT = "2026-11-01T09:12:41.310Z";
export const LAUNCHED_AT = "2026-11-02T10:00:12.446Z";
export const KEY_MADE_AT = "2026-11-02T10:05:33.018Z";
export const JOINED_AT = "2026-11-02T12:30:55.871Z";
export const CLICKED_AT = "2026-11-20T16:03:20.128Z";
export const INVALID_AT = "2026-11-20T16:03:41.905Z";
export const ARRIVED_AT = "2026-11-20T16:03:58.000Z";
export const SETTLED_AT = "2026-11-20T16:04:25.000Z";
export const APPEALED_AT = "2026-11-20T17:10:02.660Z";
export const SIGNED_IN_AT = "2026-11-21T08:00:00.250Z";
export const WITHDRAWN_AT = "2026-11-21T09:30:00.500Z";
export const DECIDED_AT = "2026-11-21T10:15:00.000Z";
export const JUDGED_UP_TO = "2026-11-21T16:03:00.000Z";
export const NOW = "2026-11-21T16:04:07.412Z";

export const APPEAL_TEXT = "My friends clicked this at school.";
export const TRACKING = "https://fairclick.example";
export const BROWSER =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

/** 500 impressions, 45 clicks, of which 30 are valid at $0.0015 each. */
export const judged = { valid: 30, invalid: 11, held: 1, unpaid: 1 };
export const clicks = { total: 45, pending: 2, ...judged };

/** All clicks come from one creator, so the campaign's figures equal the link's. */
export const retention = [
  { day: 1 as const, arrived: 8, returned: 1, percent: 12.5 },
  { day: 7 as const, arrived: 5, returned: 0, percent: 0 },
];
export const conversions = {
  conversion: "joined",
  conversions: 11,
  conversionRate: 36.67,
  value: 4.99,
  waiting: 1,
  events: [
    { event: "joined", conversions: 11, value: 0 },
    { event: "purchase", conversions: 1, value: 4.99 },
    { event: "returned_day_1", conversions: 1, value: 0 },
  ],
  retention,
  retentionTier: "unknown",
  reported: 4,
};

export const reasons = [
  { verdict: "invalid", category: "Bot traffic", clicks: 7 },
  { verdict: "invalid", category: "Too many clicks at once", clicks: 4 },
  { verdict: "held", category: "VPN traffic", clicks: 1 },
  { verdict: "unpaid", category: "Campaign not paying", clicks: 1 },
];

export const success = <Data>(data: Data) => ({ status: "success", data });
export const withMessage = <Data>(message: string, data: Data) => ({
  status: "success",
  message,
  data,
});
export const page = <Item>(...data: Item[]) => ({ status: "success", data, nextCursor: null });

/** Examples of one operation; `parameters` by name. */
export type OperationExample = {
  parameters?: Record<string, unknown>;
  body?: unknown;
  answer?: unknown;
};
export type Examples = Record<string, OperationExample>;

/** The reason that Olivia states for her changes. */
export const why = { reason: "Reported by the developer", dryRun: false };

type Facts = Record<string, string | number | boolean | null>;

/** A change by an operator: its body, and the response with the facts before and after. */
export function change(action: string, subject: string, facts: { before: Facts; after: Facts }) {
  return { body: why, answer: success({ action, subject, ...facts, applied: true }) };
}
