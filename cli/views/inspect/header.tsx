import { Text } from "ink";
import { toDollars } from "../../output/describe-click";
import { fitTo } from "../../output/fit-to";
import { sumStakes } from "./marks";
import type { State } from "./state";

/** The title with the filter, and the age of the data. */
export function Header({ state }: { state: State }) {
  const { size, filterText } = state;
  const status = headerStatus(state);
  const isFine = /^(live|loading|\d)/.test(status);
  const named = filterText ? `${headerTitle(state)}: ${filterText}` : headerTitle(state);
  const title = ` ${[named, ...describeMarks(state), ...describeTotals(state)].join(" · ")}`;
  const width = size.columns - status.length - 1;
  return (
    <Text inverse {...(isFine ? {} : { color: "red" })} wrap="truncate">
      {fitTo(title, width)}
      {status}{" "}
    </Text>
  );
}

function headerTitle({ groups, ranks }: State): string {
  if (ranks) {
    const { kind, sort } = ranks.order;
    const said = ranks.said ? ` (${ranks.said})` : "";
    const { order } = ranks;
    const name =
      order.kind === "creator"
        ? `Creators of ${order.of.by} ${order.of.value}`
        : `Clicks by ${kind}`;
    return `${kind === "suspects" ? "Suspect links" : name} sorted by ${sort}${said}`;
  }
  if (!groups) return "Clicks";
  const since = groups.from ? ` since ${groups.from.slice(0, 10)}` : "";
  return `${groups.by === "link" ? "Links" : "Addresses"} by ${groups.sort}${since}${groups.isPartial ? " (partly counted)" : ""}`;
}

function describeMarks({ marks: { rows } }: State): string[] {
  if (rows.size === 0) return [];
  const stake = toDollars(String(sumStakes(rows.values())));
  return [`${rows.size.toLocaleString("en-US")} marked ${stake}`];
}

/** The clicks that match the filter, per verdict, with their money. */
function describeTotals({ totals, ranks }: State): string[] {
  if (!totals || ranks) return [];
  const count = (clicks: number, verdict: string) => `${clicks.toLocaleString("en-US")} ${verdict}`;
  const { held, invalid, valid, heldMicros, paidMicros, isPartial } = totals;
  return [
    ...(isPartial ? ["of the newest 100,000"] : []),
    ...(held > 0 ? [`${count(held, "held")} ${toDollars(heldMicros)}`] : []),
    ...(invalid > 0 ? [count(invalid, "invalid")] : []),
    ...(valid > 0 ? [`${count(valid, "paid")} ${toDollars(paidMicros)}`] : []),
  ];
}

/** Data older than this (seconds) is not live. */
const LIVE_SECONDS = 6;

function headerStatus({ isReached, refusal, list, groups, ranks, now, readAt }: State): string {
  const age = Math.max(0, Math.floor((now - readAt) / 1_000));
  const request = groups ? groups.request : list.request;
  if (!isReached) return `not live, ${age} s old`;
  if (refusal !== null) return `refused, ${age} s old`;
  if (ranks) return ranks.request ? "loading …" : `${age} s old`;
  if (age > LIVE_SECONDS) return request ? `no answer, ${age} s old` : `${age} s old`;
  if (request?.cursor !== undefined) return "loading …";
  if (!groups && list.newer > 0) return `${list.newer}${list.isNewest ? "" : " or more"} newer: g`;
  return `live, ${age} s old`;
}
