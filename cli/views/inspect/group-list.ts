import type {
  FlaggedGroup,
  GroupKind,
  GroupOrder,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { scrollIntoView } from "./click-list";

const NEAR_END = 20;

export type GroupRequest = { by: GroupKind; sort: GroupOrder; cursor?: string };

/** Links or addresses with their matching clicks, sorted by money or by clicks, largest first. */
export type GroupList = {
  by: GroupKind;
  sort: GroupOrder;
  rows: readonly FlaggedGroup[];
  cursor: number;
  top: number;
  nextCursor: string | null;
  from: string | null;
  isPartial: boolean;
  request: GroupRequest | null;
};

export type GroupPage = Pick<GroupList, "rows" | "nextCursor" | "from" | "isPartial">;

export function startGroups(by: GroupKind, sort: GroupOrder = "money"): GroupList {
  const nothing = { rows: [], nextCursor: null, from: null, isPartial: false };
  return { by, sort, ...nothing, cursor: 0, top: 0, request: { by, sort } };
}

export function moveGroupCursor(list: GroupList, by: number, height: number): GroupList {
  const cursor = Math.max(0, Math.min(list.cursor + by, list.rows.length - 1));
  const moved = { ...list, cursor, top: scrollIntoView({ cursor, top: list.top, height }) };
  const isNearEnd = cursor >= list.rows.length - NEAR_END;
  if (list.request || !list.nextCursor || !isNearEnd) return moved;
  return { ...moved, request: { by: list.by, sort: list.sort, cursor: list.nextCursor } };
}

/** Reloads the groups, but only while a single page is loaded. */
export function pollGroups(list: GroupList): GroupList {
  const isOnePage = list.rows.length <= 50;
  return list.request || !isOnePage ? list : { ...list, request: { by: list.by, sort: list.sort } };
}

/** Applies a page; the selected group stays selected if it moves. Ignores outdated requests. */
export function receiveGroups(list: GroupList, request: GroupRequest, page: GroupPage): GroupList {
  if (list.request !== request) return list;
  if (request.cursor !== undefined) {
    return { ...list, ...page, rows: [...list.rows, ...page.rows], request: null };
  }
  const selected = list.rows[list.cursor];
  const found = page.rows.findIndex((group) => selected && groupKey(group) === groupKey(selected));
  const cursor = found >= 0 ? found : Math.max(0, Math.min(list.cursor, page.rows.length - 1));
  return { ...list, ...page, cursor, top: Math.min(list.top, cursor), request: null };
}

export function groupKey({ campaignId, creatorId, address }: FlaggedGroup): string {
  return address ?? `${campaignId}:${creatorId}`;
}

export function groupName({ address, creatorName, campaignName }: FlaggedGroup): string {
  return address ?? `${creatorName}, ${campaignName}`;
}
