import { moveCursor, toNewest } from "./click-list";
import { detailLines } from "./detail-lines";
import { moveGroupCursor } from "./group-list";
import type { Key } from "./keys";
import { layOut } from "./layout";
import { moveRankCursor } from "./rank-list";
import { type State, selectedDetail } from "./state";

/** Moves in the list or in the detail. Returns null if the key does not move. */
export function pressToMove(state: State, key: Key): State | null {
  return state.focus === "detail" ? moveDetail(state, key) : moveList(state, key);
}

/** Selects a row of the screen, counted from 0; null if there is none. */
export function moveListTo(state: State, row: number): State | null {
  const { list, groups, ranks } = state;
  const shown = ranks ?? groups ?? list;
  const place = shown.top + row;
  return place < shown.rows.length ? moveBy(state, place - shown.cursor) : null;
}

function cursorStep({ name, text }: Key, page: number): number | null {
  if (name === "up" || text === "k") return -1;
  if (name === "down" || text === "j") return 1;
  if (name === "pageUp") return -page;
  if (name === "pageDown") return page;
  if (name === "end" || text === "G") return Number.MAX_SAFE_INTEGER;
  return null;
}

function moveList(state: State, key: Key): State | null {
  const height = layOut(state.size).listRows;
  const { list, groups, ranks } = state;
  if (key.name === "home" || key.text === "g") {
    if (ranks) return { ...state, ranks: { ...ranks, cursor: 0, top: 0 } };
    return groups
      ? { ...state, groups: { ...groups, cursor: 0, top: 0 } }
      : { ...state, list: toNewest(list), detailTop: 0 };
  }
  const step = cursorStep(key, height);
  return step === null ? null : moveBy(state, step);
}

function moveBy(state: State, step: number): State {
  const height = layOut(state.size).listRows;
  const { list, groups, ranks } = state;
  if (ranks) return { ...state, ranks: moveRankCursor(ranks, step, height) };
  return groups
    ? { ...state, groups: moveGroupCursor(groups, step, height) }
    : { ...state, list: moveCursor(list, step, height), detailTop: 0, detailError: null };
}

function moveDetail(state: State, key: Key): State | null {
  if (key.name === "home" || key.text === "g") return { ...state, detailTop: 0 };
  const layout = layOut(state.size);
  const step = cursorStep(key, layout.detailRows);
  if (step === null) return null;
  const detail = selectedDetail(state);
  const lines = detail ? detailLines(detail, layout).length : 0;
  const last = Math.max(0, lines - layout.detailRows);
  return { ...state, detailTop: Math.max(0, Math.min(state.detailTop + step, last)) };
}
