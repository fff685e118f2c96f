import { operatorRoles } from "@fairclick/core/operations/operators";

/** Returns the smallest role that has exactly these scopes, or the scopes themselves. */
export function summarizeScopes(scopes: readonly string[]): string {
  const given = new Set(scopes);
  const role = Object.entries(operatorRoles).find(
    ([, { scopes: of }]) => of.length === given.size && of.every((scope) => given.has(scope)),
  );
  return role ? role[0] : scopes.join(", ");
}
