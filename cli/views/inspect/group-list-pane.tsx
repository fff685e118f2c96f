import type { FlaggedGroup } from "@fairclick/core/clicks/flagged-clicks-schema";
import { Box, Text } from "ink";
import { toDollars } from "../../output/describe-click";
import { fitTo } from "../../output/fit-to";
import { type GroupList, groupKey, groupName } from "./group-list";
import { layOut } from "./layout";
import { rowSign } from "./row-sign";
import type { State } from "./state";

type Props = { state: State; groups: GroupList; columns: number };

const FIXED_COLUMNS = 49;

export function GroupListPane({ state, groups, columns }: Props) {
  const { listRows } = layOut(state.size);
  const shown = groups.rows.slice(groups.top, groups.top + listRows);
  const name = columns - FIXED_COLUMNS;
  return (
    <Box flexDirection="column" width={columns} height={listRows + 1} flexShrink={0}>
      <Text dimColor>{headings(groups, name)}</Text>
      {shown.map((group, i) => {
        const isSelected = groups.top + i === groups.cursor;
        return (
          <Text key={groupKey(group)} inverse={isSelected} bold={isSelected}>
            {rowSign(state, { key: groupKey(group), isSelected }) + toRow(group, name)}
          </Text>
        );
      })}
      {groups.rows.length === 0 ? <Text dimColor> {emptyText(state, groups)}</Text> : null}
    </Box>
  );
}

function emptyText({ isReached, refusal, message }: State, { request }: GroupList): string {
  if (refusal !== null) return refusal;
  if (!isReached) return message?.text ?? "Retrying …";
  return request ? "Counting …" : "No flagged clicks in this period.";
}

function headings({ by }: GroupList, name: number): string {
  const counts = ["clicks", "held", "invalid", "valid"].map((text) => fitTo(text, 7, "right"));
  const stake = fitTo("at stake", 14, "right");
  return ` ${[fitTo(by === "link" ? "creator, campaign" : "address", name), ...counts, stake].join(" ")}`;
}

function toRow(group: FlaggedGroup, name: number): string {
  const { clicks, held, invalid, valid, heldMicros, paidMicros } = group;
  const counts = [clicks, held, invalid, valid].map((count) =>
    fitTo(count.toLocaleString("en-US"), 7, "right"),
  );
  const stake = (BigInt(heldMicros) + BigInt(paidMicros)).toString();
  return [fitTo(groupName(group), name), ...counts, fitTo(toDollars(stake), 14, "right")].join(" ");
}
