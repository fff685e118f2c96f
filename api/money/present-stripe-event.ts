import type { UnfinishedEvent } from "@fairclick/sql/money/stripe-events";

export function presentStripeEvent(event: UnfinishedEvent) {
  const { createdAt, receivedAt, parkedAt, ...rest } = event;
  return {
    ...rest,
    state: parkedAt ? ("parked" as const) : ("open" as const),
    createdAt: createdAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    parkedAt: parkedAt?.toISOString() ?? null,
  };
}
