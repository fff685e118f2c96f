import type { State } from "../world/state";

const keepSeconds = 30 * 24 * 60 * 60;

/** Deletes events older than 30 days, as Stripe does. Events with an open delivery stay. */
export function forgetOldEvents(state: State, nowSeconds: number): void {
  const open = new Set(state.deliveries.map(({ event }) => event));
  for (const [id, { object }] of Object.entries(state.objects.event)) {
    if (nowSeconds - object.created > keepSeconds && !open.has(id)) delete state.objects.event[id];
  }
  state.settledDeliveries = state.settledDeliveries.filter(
    ({ event }) => event in state.objects.event,
  );
}
