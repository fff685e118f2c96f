/** What an operator's token may be allowed to do, in the words that people read in the CLI. */
export const operatorScopes = {
  "ledger:read": "read the ledger and verify the books",
} as const;

export type OperatorScope = keyof typeof operatorScopes;

export function isOperatorScope(text: string): text is OperatorScope {
  return Object.hasOwn(operatorScopes, text);
}
