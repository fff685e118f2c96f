import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks-schema";
import { Box, Text } from "ink";
import { toDollars } from "../../output/describe-click";
import { fitTo } from "../../output/fit-to";
import { layOut } from "./layout";
import { rowSign } from "./row-sign";
import type { State } from "./state";
import { verdictColours, verdictMarks } from "./verdict-look";

const FIXED_COLUMNS = 56;

export function ClickListPane({ state, columns }: { state: State; columns: number }) {
  const { list, size, focus } = state;
  const { listRows } = layOut(size);
  const shown = list.rows.slice(list.top, list.top + listRows);
  return (
    <Box flexDirection="column" width={columns} height={listRows + 1} flexShrink={0}>
      <Text dimColor>{headings(columns)}</Text>
      {shown.map((click, i) => {
        const isSelected = list.top + i === list.cursor;
        return (
          <Text
            key={click.id}
            color={verdictColours[click.verdict]}
            inverse={isSelected && focus === "list"}
            bold={isSelected}
            wrap="truncate"
          >
            {rowSign(state, { key: click.id, isSelected }) + toRow(click, columns - 1)}
          </Text>
        );
      })}
      {list.rows.length === 0 ? <Text dimColor> {emptyText(state)}</Text> : null}
    </Box>
  );
}

function emptyText({ list, filterText, isReached, refusal, message }: State): string {
  if (refusal !== null) return refusal;
  if (!isReached) return message?.text ?? "Retrying …";
  if (list.request?.part === "first") return "Loading …";
  return filterText === ""
    ? "No flagged clicks."
    : "No clicks match. esc shows all flagged clicks.";
}

function namesColumns(columns: number): { creator: number; campaign: number } {
  const names = columns - FIXED_COLUMNS - 1;
  const creator = Math.min(24, Math.floor(names / 2));
  return { creator, campaign: names - creator };
}

function headings(columns: number): string {
  const { creator, campaign } = namesColumns(columns - 1);
  const cells = ["  ", fitTo("clicked", 14), fitTo("reason", 13), fitTo("address", 15)];
  return ` ${[...cells, fitTo("price", 7, "right"), fitTo("creator", creator), fitTo("campaign", campaign)].join(" ")}`;
}

function toRow(click: ListedClick, columns: number): string {
  const { creator, campaign } = namesColumns(columns);
  return [
    `${verdictMarks[click.verdict]}${click.appeal === "open" ? "!" : " "}`,
    click.clickedAt.slice(5, 19).replace("T", " "),
    fitTo(click.reason ?? "", 13),
    fitTo(click.address ?? "deleted", 15),
    fitTo(toDollars(click.priceMicros), 7, "right"),
    fitTo(click.creatorName, creator),
    fitTo(click.campaignName, campaign),
  ].join(" ");
}
