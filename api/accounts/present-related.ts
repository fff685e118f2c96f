import type { RelatedUsers as Presented } from "@fairclick/core/accounts/users";
import type { RelatedUsers } from "@fairclick/services/accounts/users";

export function presentRelated({ accounts, ties, flows, isPartial }: RelatedUsers): Presented {
  return {
    accounts: accounts.map((account) => ({
      ...account,
      createdAt: account.createdAt.toISOString(),
      suspendedAt: account.suspendedAt?.toISOString() ?? null,
      deletedAt: account.deletedAt?.toISOString() ?? null,
      paidMicros: account.paidMicros.toString(),
    })),
    ties,
    flows: flows.map(({ micros, ...flow }) => ({ ...flow, micros: micros.toString() })),
    betweenMicros: flows.reduce((sum, { micros }) => sum + micros, 0n).toString(),
    isPartial,
  };
}
