import type { FlaggedGroup } from "@fairclick/core/clicks/flagged-clicks-schema";
import { Text } from "ink";
import { toDollars, toMoment } from "../../output/describe-click";
import { printable } from "../../output/printable";
import { groupName } from "./group-list";
import { type State, selectedGroup } from "./state";

/** The selected link or address: its counts, amounts and keys. */
export function GroupPane({ state }: { state: State }) {
  const group = selectedGroup(state);
  if (!group) return <Text> </Text>;
  return (
    <>
      <Text bold wrap="truncate">
        {printable(groupName(group))}
      </Text>
      {facts(group).map(([label, text]) => (
        <Text key={label} wrap="truncate">
          <Text dimColor>{label.padEnd(14)}</Text>
          {text}
        </Text>
      ))}
      <Text> </Text>
      {describeKeys(group).map((keys) => (
        <Text key={keys} dimColor wrap="truncate">
          {keys}
        </Text>
      ))}
    </>
  );
}

function describeKeys({ address }: FlaggedGroup): string[] {
  return [
    "a approve held  x reject held  r reverse paid",
    address ? "n deny the address" : "l disable the link  s suspend the creator",
  ];
}

function facts(group: FlaggedGroup): [string, string][] {
  const { held, invalid, valid, reason, lastClickedAt, heldMicros, paidMicros, linkCode } = group;
  const count = (clicks: number) => clicks.toLocaleString("en-US");
  return [
    ...(linkCode ? ([["link", linkCode]] satisfies [string, string][]) : []),
    ["mostly", reason ?? "nothing"],
    ["last click", toMoment(lastClickedAt)],
    ["held", `${count(held)}, ${toDollars(heldMicros)} reserved`],
    ["invalid", count(invalid)],
    ["valid", `${count(valid)}, ${toDollars(paidMicros)} was paid`],
  ];
}
