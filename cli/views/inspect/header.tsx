import { Text } from "ink";
import { fitTo } from "../../output/fit-to";
import type { State } from "./state";

/** What is looked at, and whether it is up to date. */
export function Header({ state }: { state: State }) {
  const { size, filterText, isReached } = state;
  const status = statusOf(state);
  const title = ` ${titleOf(state)}${filterText ? `: ${filterText}` : ""}`;
  const width = size.columns - status.length - 1;
  return (
    <Text inverse {...(isReached ? {} : { color: "red" })} wrap="truncate">
      {fitTo(title, width)}
      {status}{" "}
    </Text>
  );
}

function titleOf({ groups }: State): string {
  if (!groups) return "Clicks";
  const since = groups.from ? ` since ${groups.from.slice(0, 10)}` : "";
  return `${groups.by === "link" ? "Links" : "Addresses"}${since}${groups.isPartial ? " (partly counted)" : ""}`;
}

function statusOf({ isReached, list, groups }: State): string {
  if (!isReached) return "not live";
  if ((groups ? groups.request?.cursor : list.request?.cursor) !== undefined) return "reading …";
  if (!groups && list.newer > 0) return `${list.newer}${list.isNewest ? "" : " or more"} newer: g`;
  return "live";
}
