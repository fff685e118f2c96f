import { Text } from "ink";
import type { Line } from "../../output/describe-click";
import { detailLines, type ScreenLine } from "./detail-lines";
import { layOut } from "./layout";
import { type State, selectedClick, selectedDetail } from "./state";

/** The description of the selected click, from `detailTop` on. */
export function DetailPane({ state }: { state: State }) {
  const layout = layOut(state.size);
  const { detailRows } = layout;
  const detail = selectedDetail(state);
  if (!detail) return <Text dimColor>{waitingText(state)}</Text>;
  const lines = detailLines(detail, layout);
  const hasMore = lines.length > state.detailTop + detailRows;
  const shown = lines.slice(state.detailTop, state.detailTop + detailRows - (hasMore ? 1 : 0));
  return (
    <>
      {shown.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
        <DetailLine key={i} line={line} isHeading={state.detailTop + i === 0} />
      ))}
      {hasMore ? (
        <Text dimColor>
          {state.focus === "detail" ? "↓" : "tab, then ↓:"}{" "}
          {lines.length - state.detailTop - shown.length} more lines
        </Text>
      ) : null}
    </>
  );
}

function waitingText(state: State): string {
  if (state.detailError) return state.detailError;
  return selectedClick(state) ? "Loading …" : " ";
}

const colours: Partial<Record<NonNullable<Line["tone"]>, string>> = {
  good: "green",
  bad: "red",
  warn: "yellow",
  faint: "gray",
};

function DetailLine({ line, isHeading }: { line: ScreenLine; isHeading: boolean }) {
  const colour = line.tone && colours[line.tone];
  return (
    <Text wrap="truncate">
      <Text dimColor>{line.label}</Text>
      <Text bold={isHeading || line.tone === "strong"} {...(colour ? { color: colour } : {})}>
        {line.text || " "}
      </Text>
    </Text>
  );
}
