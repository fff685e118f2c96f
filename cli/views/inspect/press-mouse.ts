import { areaAt, isTooSmall, layOut } from "./layout";
import { toggleMark } from "./mark-rows";
import type { Mouse } from "./mouse";
import { moveListTo } from "./move-keys";
import { press } from "./press";
import { columnAt } from "./rank-columns";
import { sortBy } from "./rank-keys";
import type { State } from "./state";
import { axisColumns, selectColumn } from "./timeline";

const WHEEL_ROWS = 3;

/** Returns the state after a press of a mouse button or a turn of the wheel. */
export function pressMouse(state: State, mouse: Mouse, now: Date): State {
  const { dialog, size } = state;
  if (isTooSmall(size)) return state;
  if (mouse.kind === "wheelUp" || mouse.kind === "wheelDown") return turn(state, mouse, now);
  const area = areaAt(size, mouse);
  if (dialog?.kind === "timeline" && area.part === "detail") {
    return { ...state, dialog: selectColumn(dialog, area.x - axisColumns()) };
  }
  if (dialog) return state;
  const plain = { ...state, message: null };
  switch (area.part) {
    case "heading":
      return sortBy(plain, sortAt(plain, area.x));
    case "row":
      return select(plain, area.row, mouse.kind === "mark");
    case "detail":
      return plain.groups || plain.ranks ? plain : { ...plain, focus: "detail" };
    case "frame":
      return state;
  }
}

/** The wheel scrolls what is below the pointer, or the dialog. It zooms a timeline. */
function turn(state: State, mouse: Mouse, now: Date): State {
  const { dialog, focus } = state;
  const isUp = mouse.kind === "wheelUp";
  if (dialog?.kind === "timeline") {
    return press(state, { key: { name: null, text: isUp ? "+" : "-" }, now });
  }
  if (dialog && dialog.kind !== "help" && dialog.kind !== "related") return state;
  const isDetail = areaAt(state.size, mouse).part === "detail" && !state.groups && !state.ranks;
  const key = { name: isUp ? ("up" as const) : ("down" as const), text: "" };
  let turned: State = { ...state, focus: isDetail ? "detail" : "list" };
  for (let row = 0; row < WHEEL_ROWS; row += 1) turned = press(turned, { key, now });
  return { ...turned, focus };
}

function select(state: State, row: number, isMarked: boolean): State {
  const selected = moveListTo({ ...state, focus: "list" }, row);
  if (!selected) return state;
  return isMarked ? { ...selected, marks: toggleMark(selected).marks } : selected;
}

const GROUP_FIGURES = 49;

/** Returns what the heading at a place sorts by; null if nothing. */
function sortAt({ size, groups, ranks }: State, x: number): string | null {
  const { listColumns } = layOut(size);
  if (ranks) return columnAt(ranks.order.kind, listColumns, x)?.sort ?? null;
  if (!groups) return null;
  const figures = listColumns - GROUP_FIGURES;
  if (x > figures + 1 && x <= figures + 8) return "clicks";
  return x >= listColumns - 14 ? "money" : null;
}
