import {
  CAMPAIGN,
  CODE,
  CREATOR,
  change,
  DECIDED_AT,
  type Examples,
  JOINED_AT,
  NOW,
  OPERATOR,
  page,
  success,
  why,
} from "../reference/story";

const link = `link:${CAMPAIGN}:${CREATOR}`;

export const operatorExamples: Examples = {
  "GET /api/admin/me": {
    answer: success({ name: "Olivia", scopes: ["clicks:read"], expiresAt: NOW }),
  },
  "POST /api/admin/me/sign-out": {
    answer: { status: "success", message: "The token is revoked." },
  },
  "GET /api/admin/operators": {
    answer: success([
      {
        ...{ operator: "Olivia", token: "9f2c41d0", scopes: ["clicks:read"] },
        ...{ createdAt: JOINED_AT, expiresAt: NOW, lastUsedAt: DECIDED_AT },
      },
    ]),
  },
  "POST /api/admin/operators/{name}/revoke": {
    ...change("operator.revoke", `operator:${OPERATOR}`, {
      before: { name: "Olivia", tokens: "9f2c41d0 07ab33e1" },
      after: { name: "Olivia", tokens: "07ab33e1" },
    }),
    parameters: { name: "Olivia" },
    body: { reason: "The laptop was stolen", token: "9f2c41d0" },
  },
  "GET /api/admin/stats/verify": {
    answer: success({
      clean: false,
      checks: [
        {
          name: "link_totals_equal_clicks",
          claim: "the totals of every link are the sum of its clicks",
          differences: [{ campaign: CAMPAIGN, creator: CREATOR, countedValid: "31", valid: "30" }],
        },
      ],
    }),
  },
  "GET /api/admin/audit": {
    parameters: { cursor: "1041", action: "link.disable", actor: OPERATOR, subject: link },
    answer: page({
      id: "1042",
      at: DECIDED_AT,
      actorKind: "operator",
      actorId: OPERATOR,
      actor: "Olivia",
      action: "link.disable",
      subject: link,
      subjectName: "Tower of Tides / chris",
      reason: why.reason,
      before: { code: CODE, disabledBy: null },
      after: { code: CODE, disabledBy: "operator" },
    }),
  },
};
