import type { DescribedOperator } from "@fairclick/services/operations/operators";
import type { ListedToken } from "@fairclick/sql/operations/operators";

export function presentOperator({ name, scopes, expiresAt }: DescribedOperator) {
  return { name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
}

export function presentToken(listed: ListedToken) {
  const { operator, token, scopes, createdAt, expiresAt, lastUsedAt } = listed;
  return {
    ...{ operator, token, scopes },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
