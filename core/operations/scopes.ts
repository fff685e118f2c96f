/** What an operator's token may be allowed to do, in the words that people read in the CLI. */
export const operatorScopes = {
  "ledger:read": "read the ledger and verify the books",
  "clicks:read": "see clicks, why they were judged as they were, and appeals",
  "clicks:decide": "approve and refuse clicks, take payouts back, answer appeals",
  "stripe:read": "see the events from Stripe that have not had their effect",
  "stripe:write": "have such an event tried again",
  "campaigns:read": "see every campaign and what stops it",
  "campaigns:write": "pause and disable campaigns, and undo it",
  "links:read": "see every link",
  "links:write": "disable and enable links",
  "users:read": "see users and their balances",
  "users:write": "suspend and restore users",
  "withdrawals:read": "see every withdrawal",
  "withdrawals:write": "hold, release and retry withdrawals",
  "queues:read": "see the queues and what failed in them",
  "queues:write": "retry failed jobs and drain queues",
  "conversions:read": "see what games have reported about clicks",
  "stats:read": "see and verify the statistics",
  "status:read": "watch how the marketplace is doing",
  "audit:read": "read who did what",
  "ip-data:read": "see the address data and look addresses up",
  "ip-data:write": "update the address data, allow and deny ranges",
} as const;

export type OperatorScope = keyof typeof operatorScopes;

export function isOperatorScope(text: string): text is OperatorScope {
  return Object.hasOwn(operatorScopes, text);
}
