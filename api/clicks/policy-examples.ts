import { policy } from "@fairclick/core/clicks/release-policy";
import {
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
};
