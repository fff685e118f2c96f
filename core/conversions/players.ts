import { MAX_JOIN_MS } from "../clicks/link-findings";
import { JOINED, returnEvents } from "./report";

/** No person follows a link and is in a game sooner. An earlier report does not prove a player. */
export const MIN_JOIN_MS = 5_000;

export const MAX_PLAYER_LENGTH = 100;

type Arrival = { event: string; clickedAt: Date; at: Date; receivedAt: Date };

/** Whether a report proves that a player arrived by the click. `receivedAt` is our clock. */
export function isArrival({ event, clickedAt, at, receivedAt }: Arrival): boolean {
  const click = clickedAt.getTime();
  return (
    event === JOINED &&
    receivedAt.getTime() - click >= MIN_JOIN_MS &&
    at.getTime() - click <= MAX_JOIN_MS
  );
}

const dayEvents: readonly string[] = Object.values(returnEvents);

/** Whether an event is a return that falls on a retention day, at least 24 hours after the click. */
export function isReturn(event: string): boolean {
  return dayEvents.includes(event);
}
