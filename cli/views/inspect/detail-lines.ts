import type { ClickDetail } from "@fairclick/core/clicks/flagged-clicks-schema";
import wrapAnsi from "wrap-ansi";
import { describeClick, type Line } from "../../output/describe-click";
import { printable } from "../../output/printable";
import type { Layout } from "./layout";

/** A line as it stands on the screen. */
export type ScreenLine = { label: string; text: string; tone: Line["tone"] };

const LABEL_COLUMNS = 14;

/** All that is known of a click in lines that are not wider than the pane; where room is scarce, without air. */
export function detailLines(
  detail: ClickDetail,
  { detailColumns, isSideBySide }: Layout,
): ScreenLine[] {
  return describeClick(detail)
    .filter(({ text }) => isSideBySide || text !== "")
    .flatMap((line) => toScreen(line, detailColumns));
}

function toScreen({ label, text, tone }: Line, columns: number): ScreenLine[] {
  const indent = label === undefined ? 0 : LABEL_COLUMNS;
  const wrapped = wrapAnsi(printable(text), columns - indent, { hard: true, trim: true });
  return wrapped.split("\n").map((part, i) => ({
    label: label === undefined ? "" : (i === 0 ? printable(label) : "").padEnd(LABEL_COLUMNS),
    text: part,
    tone,
  }));
}
