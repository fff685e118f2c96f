import type { RecordedClick } from "@fairclick/core/clicks/settlement-model";
import type { SignalName } from "@fairclick/core/clicks/signal";
import type { StoredClick } from "@fairclick/sql/stored-clicks";

type Keyed = Pick<
  StoredClick,
  "id" | "clickedAt" | "campaignId" | "creatorId" | "ipKey" | "deviceKey" | "deviceKnown"
>;

/** A click whose keys were forgotten has nothing in common with any other. */
export function toRecorded(click: Keyed, signals: SignalName[]): RecordedClick {
  const { id, clickedAt, campaignId, creatorId, deviceKnown } = click;
  return {
    id,
    at: clickedAt.getTime(),
    campaignId,
    creatorId,
    ipKey: click.ipKey ?? id,
    deviceKey: click.deviceKey ?? id,
    deviceKnown,
    signals,
  };
}
