import type {
  ClickFilterInput,
  FlaggedGroup,
  ListedClick,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { clickTarget, groupTarget, rankTarget } from "./acts";
import { groupKey, groupName } from "./group-list";
import { MAX_MARKS, type Mark, type Marks } from "./marks";
import type { RankRow } from "./rank-list";
import type { State } from "./state";

type Marked = { marks: Marks; problem: string | null };

/** Marks the selected row, or unmarks it. */
export function toggleMark(state: State): Marked {
  const { marks } = state;
  const row = loadedRows(state)[cursorOf(state)];
  if (!row) return { marks, problem: null };
  if (!marks.rows.has(row.key)) return addMarks(state, [row], row.key);
  const others = [...marks.rows].filter(([key]) => key !== row.key);
  return { marks: { rows: new Map(others), anchor: row.key }, problem: null };
}

/** Marks all rows from the one that was marked last to the selected one. */
export function markRange(state: State): Marked {
  const rows = loadedRows(state);
  const cursor = cursorOf(state);
  const start = rows.findIndex(({ key }) => key === state.marks.anchor);
  if (start < 0) {
    const problem = "Mark the first row of the range with space, then move to its last row";
    return { marks: state.marks, problem };
  }
  const range = rows.slice(Math.min(start, cursor), Math.max(start, cursor) + 1);
  return addMarks(state, range, rows[cursor]?.key ?? null);
}

/** Marks all rows that are loaded. */
export function markAll(state: State): Marked {
  const rows = loadedRows(state);
  return addMarks(state, rows, rows[cursorOf(state)]?.key ?? null);
}

function addMarks({ marks }: State, added: readonly Mark[], anchor: string | null): Marked {
  const rows = new Map(marks.rows);
  for (const row of added) {
    if (!rows.has(row.key) && rows.size === MAX_MARKS) {
      const problem = `At most ${MAX_MARKS.toLocaleString("en-US")} rows can be marked`;
      return { marks: { rows, anchor }, problem };
    }
    rows.set(row.key, row);
  }
  return { marks: { rows, anchor }, problem: null };
}

function cursorOf({ list, groups, ranks }: State): number {
  return (ranks ?? groups ?? list).cursor;
}

function loadedRows({ list, groups, ranks, filter }: State): Mark[] {
  if (ranks) return ranks.rows.map((row) => markRank(row, filter));
  if (groups) return groups.rows.map((group) => markGroup(group, filter));
  return list.rows.map(markClick);
}

function markClick(click: ListedClick): Mark {
  const { id, clickedAt, creatorName, verdict, priceMicros, paidMicros } = click;
  return {
    key: id,
    name: `${clickedAt.slice(5, 19).replace("T", " ")} ${creatorName}`,
    target: clickTarget(click, null),
    stakeMicros: BigInt(verdict === "held" ? priceMicros : paidMicros),
  };
}

function markGroup(group: FlaggedGroup, filter: ClickFilterInput): Mark {
  return {
    key: groupKey(group),
    name: groupName(group),
    target: groupTarget(group, filter),
    stakeMicros: BigInt(group.heldMicros) + BigInt(group.paidMicros),
  };
}

function markRank(row: RankRow, filter: ClickFilterInput): Mark {
  const { key, name, stakeMicros } = row;
  return { key, name, target: rankTarget(row, filter), stakeMicros: BigInt(stakeMicros) };
}
