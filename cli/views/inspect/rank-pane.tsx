import { Box, Text } from "ink";
import { fitTo } from "../../output/fit-to";
import { layOut } from "./layout";
import { fitColumns } from "./rank-columns";
import type { RankList } from "./rank-list";
import { rowSign } from "./row-sign";
import { type State, selectedRank } from "./state";

/** The list, with as many figures as fit; the pane beside it shows all of them. */
export function RankListPane({
  state,
  ranks,
  columns,
}: {
  state: State;
  ranks: RankList;
  columns: number;
}) {
  const { listRows } = layOut(state.size);
  const shown = ranks.rows.slice(ranks.top, ranks.top + listRows);
  const { name, fitting } = fitColumns(ranks.order.kind, columns);
  const line = (first: string, cells: readonly string[]) =>
    [
      fitTo(first, name),
      ...fitting.map(({ width }, i) => fitTo(cells[i] ?? "", width, "right")),
    ].join(" ");
  return (
    <Box flexDirection="column" width={columns} height={listRows + 1} flexShrink={0}>
      <Text dimColor wrap="truncate">
        {` ${line(
          ranks.order.kind === "suspects" ? "creator, campaign" : ranks.order.kind,
          fitting.map(({ title }) => title),
        )}`}
      </Text>
      {shown.map((row, i) => {
        const isSelected = ranks.top + i === ranks.cursor;
        return (
          <Text key={row.key} inverse={isSelected} bold={isSelected} wrap="truncate">
            {rowSign(state, { key: row.key, isSelected }) + line(row.name, row.cells)}
          </Text>
        );
      })}
      {ranks.rows.length === 0 ? <Text dimColor> {emptyText(state, ranks)}</Text> : null}
    </Box>
  );
}

function emptyText({ isReached, refusal, message }: State, { request }: RankList): string {
  if (refusal !== null) return refusal;
  if (!isReached) return message?.text ?? "Retrying …";
  return request ? "Counting …" : "No clicks in this period.";
}

/** What is known about the selected row, and its keys. */
export function RankPane({ state }: { state: State }) {
  const row = selectedRank(state);
  if (!row) return <Text> </Text>;
  const { detailRows, detailColumns } = layOut(state.size);
  const keys = [
    row.words ? "enter clicks" : "",
    row.link ? "l disable the link  s suspend  t related" : "",
    row.address ? "n deny the range" : "",
    "r reverse paid",
  ].filter(Boolean);
  return (
    <>
      <Text bold wrap="truncate">
        {fitTo(row.name, detailColumns)}
      </Text>
      {row.facts.slice(0, detailRows - 2).map(([label, text]) => (
        <Text key={label + text} wrap="truncate">
          <Text dimColor>{label.padEnd(12)}</Text>
          {text}
        </Text>
      ))}
      <Text dimColor wrap="truncate">
        {keys.join("  ")}
      </Text>
    </>
  );
}
