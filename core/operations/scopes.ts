/** Scopes of operator tokens, with the descriptions that the CLI shows. */
export const operatorScopes = {
  "ledger:read": "read the ledger and verify the books",
  "clicks:read": "see clicks, their verdicts, appeals and objections",
  "clicks:decide": "approve, reject and reverse clicks, answer appeals and objections",
  "policy:write": "change the policy that judges clicks",
  "stripe:read": "see unprocessed events from Stripe",
  "stripe:write": "retry events from Stripe",
  "campaigns:read": "see every campaign, what waits for review, and what was reported",
  "campaigns:write":
    "pause, resume, disable, restore, approve and reject campaigns, decide about reports",
  "links:read": "see every link",
  "links:write": "disable and enable links",
  "users:read": "see users, their balances and channels",
  "users:write": "suspend and restore users, verify creators' channels",
  "users:recover": "make links that set a user's password, recover accounts",
  "withdrawals:read": "see every withdrawal",
  "withdrawals:write": "hold, release and retry withdrawals",
  "refunds:read": "see every requested refund",
  "refunds:write": "hold, release and cancel refunds",
  "queues:read": "see the queues and their failed jobs",
  "queues:write": "retry, park and discard jobs, drain queues",
  "stats:read": "verify the statistics",
  "mail:read": "see mails that could not be sent",
  "mail:write": "stop and allow mails to an address",
  "status:read": "watch the marketplace live",
  "audit:read": "read who did what",
  "operators:read": "see operators and their tokens",
  "operators:revoke": "revoke operators' tokens",
  "ip-data:read": "see the address lists and look up ip addresses",
  "ip-data:write": "update the address lists, allow and deny ranges",
} as const;

export type OperatorScope = keyof typeof operatorScopes;

export function isOperatorScope(text: string): text is OperatorScope {
  return Object.hasOwn(operatorScopes, text);
}
