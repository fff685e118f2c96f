import { policy } from "@fairclick/core/clicks/policy";
import {
  ACT,
  CAMPAIGN,
  CREATOR,
  change,
  type Examples,
  NOW,
  page,
  REGISTERED_AT,
  SETTLED_AT,
  success,
  why,
} from "../reference/story";

const newer = policy.version + 1;
const REVERSAL = "0199c4d4-6f00-7000-8000-000000000239";
const sums = { clicks: 400, micros: "600000000" };
const reversal = {
  ...{ id: REVERSAL, category: "bought_clicks", reason: why.reason, ...sums },
  ...{ requestedBy: "Ann", requestedAt: SETTLED_AT, expiresAt: NOW },
};
const subject = `policy:${newer}`;

export const policyExamples: Examples = {
  "GET /api/admin/policy": {
    parameters: { version: String(policy.version) },
    answer: success(policy),
  },
  "GET /api/admin/policy/versions": {
    parameters: { cursor: String(newer) },
    answer: page({
      ...{ version: policy.version, rulesVersion: policy.version, origin: "release" },
      ...{ state: "active", activeFrom: REGISTERED_AT, reason: `Rules ${policy.version}` },
      ...{ operator: null, createdAt: REGISTERED_AT, edits: 0 },
    }),
  },
  "POST /api/admin/policy/apply": {
    ...change("policy.apply", subject, {
      before: { version: policy.version, burstClicks: policy.burstClicks },
      after: { version: newer, burstClicks: 6, activeFrom: NOW },
    }),
    body: { ...why, policy: { burstClicks: 6 }, from: NOW },
  },
  "POST /api/admin/policy/rollback": {
    ...change("policy.rollback", `policy:${newer + 2}`, {
      before: { version: newer, burstClicks: 6 },
      after: { version: newer + 2, burstClicks: policy.burstClicks, activeFrom: SETTLED_AT },
    }),
    body: { ...why, version: policy.version },
  },
  "GET /api/admin/reversals": { answer: page({ ...reversal, approvedBy: null }) },
  "POST /api/admin/reversals": {
    body: { ...why, clicks: { group: { creatorId: CREATOR } }, category: "bought_clicks" },
    answer: success({ id: REVERSAL, ...sums, expiresAt: NOW }),
  },
  "POST /api/admin/reversals/{id}/approve": {
    parameters: { id: REVERSAL },
    body: why,
    answer: success({
      ...{ action: "reverse", actId: ACT, applied: true, ...sums, debtMicros: "0" },
      campaigns: [{ campaignId: CAMPAIGN, name: "Tower of Fun", ...sums }],
      creators: [{ creatorId: CREATOR, username: "Chris", ...sums, debtMicros: "0" }],
      ...{ skipped: [], complete: true },
    }),
  },
  "POST /api/admin/reversals/{id}/decline": {
    parameters: { id: REVERSAL },
    ...change("reversal.decline", `reversal:${REVERSAL}`, {
      before: { state: "requested", ...sums },
      after: { state: "declined", ...sums },
    }),
  },
};
