import type { ClickTotals } from "@fairclick/core/clicks/click-totals-schema";
import type {
  ClickDetail,
  ClickFilterInput,
  FlaggedGroup,
  GroupKind,
  ListedClick,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import type { ActDialog } from "./act-dialog";
import { type Act, type ActPlan, clickTarget, groupTarget, rankTarget, type Target } from "./acts";
import { type ClickList, startList } from "./click-list";
import type { CommandDialog } from "./command-dialog";
import type { Known } from "./filter-text";
import type { GroupList } from "./group-list";
import type { Size } from "./layout";
import { type Marks, noMarks } from "./marks";
import type { RankList, RankRequest, RankRow } from "./rank-list";
import type { RelatedDialog } from "./related-dialog";
import type { NameDialog, SavedDialog } from "./saved-dialog";
import type { Timeline, TimelineLink } from "./timeline";

export type FilterDialog = {
  kind: "filter";
  text: string;
  /** The typed text, without completion. `turn` is the index of the last completion, -1 if none. */
  typed: string;
  turn: number;
  error: string | null;
};

/** `top` is the first line on the screen. */
export type HelpDialog = { kind: "help"; top: number };

export type Dialog =
  | ActDialog
  | CommandDialog
  | FilterDialog
  | RelatedDialog
  | HelpDialog
  | Timeline
  | SavedDialog
  | NameDialog;

export type Message = { tone: "good" | "bad" | "faint"; text: string };

/** A performed act; `undo` is null if it cannot be undone, or is undone. */
export type DoneAct = { act: Act; text: string; undo: ActPlan | null };

/** What the screen lists: clicks that match a filter, or their groups (`by`) or ranks (`order`). */
export type View = {
  filterText: string;
  filter: ClickFilterInput;
  by: GroupKind | null;
  order: RankRequest | null;
};

export type State = {
  size: Size;
  /** The filter as typed; `filter` is its parsed form. */
  filterText: string;
  filter: ClickFilterInput;
  list: ClickList;
  /** Sums of the clicks that match the filter; null until they are counted. */
  totals: ClickTotals | null;
  /** Shown instead of the clicks; null while the clicks are shown. */
  groups: GroupList | null;
  /** If not null, shown in place of clicks and groups. */
  ranks: RankList | null;
  /** Views to go back to and forward to; the nearest is last. */
  past: readonly View[];
  future: readonly View[];
  focus: "list" | "detail";
  detailTop: number;
  /** Details of recently selected clicks, latest first. */
  details: readonly ClickDetail[];
  detailError: string | null;
  dialog: Dialog | null;
  message: Message | null;
  /** Whether the server answers. */
  isReached: boolean;
  /** Why the server refused the last read, such as an unsupported filter; null if it did not. */
  refusal: string | null;
  /** The time of the last tick, and of the last answer, in ms since 1970. */
  now: number;
  readAt: number;
  done: readonly DoneAct[];
  marks: Marks;
  /** Number of calls of the running act on marked rows that have ended. */
  ended: number;
  /** The text that was copied last. Each key press creates a new object, so that the same text is copied again. */
  copied: { text: string } | null;
  isOver: boolean;
};

export function startState(size: Size, now = new Date(0)): State {
  return {
    size,
    now: now.getTime(),
    readAt: now.getTime(),
    refusal: null,
    filterText: "",
    filter: {},
    list: startList(),
    totals: null,
    groups: null,
    ranks: null,
    past: [],
    future: [],
    focus: "list",
    detailTop: 0,
    details: [],
    detailError: null,
    dialog: null,
    message: null,
    isReached: true,
    done: [],
    marks: noMarks,
    ended: 0,
    copied: null,
    isOver: false,
  };
}

export function selectedClick({ list, groups, ranks }: State): ListedClick | null {
  return groups || ranks ? null : (list.rows[list.cursor] ?? null);
}

export function selectedGroup({ groups, ranks }: State): FlaggedGroup | null {
  return ranks ? null : (groups?.rows[groups.cursor] ?? null);
}

export function selectedRank({ ranks }: State): RankRow | null {
  return ranks?.rows[ranks.cursor] ?? null;
}

/** Returns the creator of the selected row; null if it is an address or a value. */
export function selectedCreator(state: State): { id: string; name: string } | null {
  const row = selectedClick(state) ?? selectedGroup(state);
  if (!row) return selectedRank(state)?.creator ?? null;
  const { creatorId: id, creatorName: name } = row;
  return id !== null && name !== null ? { id, name } : null;
}

/** Returns the link of the selected row, or else of the filter; null if there is none. */
export function selectedLink(state: State): TimelineLink | null {
  const row = selectedClick(state) ?? selectedGroup(state);
  if (row?.campaignId && row.creatorName) {
    const { campaignId, creatorName: creator, campaignName } = row;
    return { campaignId, creator, name: `${creator}, ${campaignName}` };
  }
  const rank = selectedRank(state);
  if (rank?.campaignId && rank.creator) {
    return { campaignId: rank.campaignId, creator: rank.creator.name, name: rank.name };
  }
  const { campaign: campaignId, creator } = state.filter;
  return campaignId && creator ? { campaignId, creator, name: creator } : null;
}

/** Returns the time of the selected row's newest click; now if it has none. */
export function selectedTime(state: State, now: Date): number {
  const at = selectedClick(state)?.clickedAt ?? selectedGroup(state)?.lastClickedAt;
  return at === undefined ? now.getTime() : Date.parse(at);
}

/** Returns the name of the selected row in commands: a click's id, a link's code, an address or a value. */
export function selectedName(state: State): string | null {
  const group = selectedGroup(state);
  const rank = selectedRank(state);
  const link = group?.linkCode ?? rank?.link?.code ?? null;
  return selectedClick(state)?.id ?? link ?? group?.address ?? rank?.name ?? null;
}

export function selectedDetail(state: State): ClickDetail | null {
  const click = selectedClick(state);
  return state.details.find(({ id }) => id === click?.id) ?? null;
}

export function selectedTarget(state: State): Target | null {
  const click = selectedClick(state);
  if (click) return clickTarget(click, selectedDetail(state));
  const rank = selectedRank(state);
  if (rank) return rankTarget(rank, state.filter);
  const group = selectedGroup(state);
  return group && groupTarget(group, state.filter);
}

/** Returns the names on the screen, which the filter accepts instead of ids. */
export function knownNames({ list, groups }: State): Known {
  const rows: readonly (ListedClick | FlaggedGroup)[] = [...list.rows, ...(groups?.rows ?? [])];
  const pairs = (read: (row: ListedClick | FlaggedGroup) => [string | null, string | null]) =>
    new Map(
      rows
        .map(read)
        .filter((pair): pair is [string, string] => pair[0] !== null && pair[1] !== null),
    );
  return {
    campaigns: pairs(({ campaignName, campaignId }) => [campaignName, campaignId]),
    creators: pairs(({ creatorName, creatorId }) => [creatorName, creatorId]),
  };
}

export function showMessage(state: State, message: Message): State {
  return { ...state, message };
}
