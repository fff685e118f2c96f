import type { ClickDetail } from "@fairclick/core/clicks/flagged-clicks-schema";
import wrapAnsi from "wrap-ansi";
import { describeClick, type Line } from "../../output/describe-click";
import { printable } from "../../output/printable";
import type { Layout } from "./layout";

/** A wrapped line on the screen. */
export type ScreenLine = { label: string; text: string; tone: Line["tone"] };

const LABEL_COLUMNS = 14;

/** Returns the description of a click, wrapped to the pane. Drops blank lines in the narrow layout. */
export function detailLines(
  detail: ClickDetail,
  { detailColumns, isSideBySide }: Layout,
): ScreenLine[] {
  return describeClick(detail)
    .filter(({ text }) => isSideBySide || text !== "")
    .flatMap((line) => toScreen(line, detailColumns));
}

function toScreen({ label, text, tone }: Line, columns: number): ScreenLine[] {
  const name = label === undefined ? null : printable(label);
  // Long names of signals push their evidence to the right.
  const indent = name === null ? 0 : Math.max(LABEL_COLUMNS, name.length + 1);
  const wrapped = wrapAnsi(printable(text), columns - indent, { hard: true, trim: true });
  return wrapped.split("\n").map((part, i) => ({
    label: (i === 0 ? (name ?? "") : "").padEnd(indent),
    text: part,
    tone,
  }));
}
