import type { ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { ReversalCategory } from "@fairclick/core/clicks/decisions";
import type {
  ClickDetail,
  ClickFilterInput,
  FlaggedGroup,
  ListedClick,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { ipKey } from "@fairclick/core/clicks/ip-key";
import { isUuid } from "@fairclick/core/ids";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import type { DecisionSum } from "./describe-decision";
import type { RankRow } from "./rank-list";

/** An act on one row, or on one selection of clicks. */
export type SinglePlan =
  /** `wereHeld` is whether all of the clicks are held; looked up if it is missing. */
  | { kind: "approve"; clicks: ClickSelection; wereHeld?: boolean }
  | { kind: "reject"; clicks: ClickSelection }
  | { kind: "reverse"; clicks: ClickSelection; category: ReversalCategory }
  /** Undoes a decision about held clicks; if it paid them, the payment is reversed first. */
  | { kind: "hold"; clicks: ClickSelection; isPaid: boolean }
  | { kind: "accept" | "decline"; appealId: string; clickId: string }
  | { kind: "disableLink" | "enableLink"; code: string }
  | { kind: "suspend" | "restore"; userId: string; name: string }
  | { kind: RangeEffect | "leave"; range: string };

/** A call of an act on marked rows. `rows` are those that it decides about. */
export type ActPart = { plan: SinglePlan; rows: readonly NamedRow[] };
export type NamedRow = { key: string; name: string };
/** A marked row that an act leaves unchanged. */
export type Refusal = NamedRow & { why: string };

/** An act on all marked rows. `refused` are rows on which it is not possible. */
export type EachPlan = {
  kind: "each";
  parts: readonly ActPart[];
  refused: readonly Refusal[];
  stakeMicros: bigint;
};

/** An act that an operator has chosen, without its reason. */
export type ActPlan = SinglePlan | EachPlan;

export type SingleAct = SinglePlan & { reason: string };
export type EachAct = EachPlan & { reason: string };
export type Act = SingleAct | EachAct;

/** Result of an act or its dry run. `undo` is null if the act cannot be undone. */
export type Outcome = {
  lines: string[];
  /** Whether the act changes anything. */
  changes: boolean;
  undo: ActPlan | null;
  /** The clicks that it decides, and their money in micros. Missing if it decides no clicks. */
  sum?: DecisionSum;
  /** Clicks that stay unchanged, by their id. */
  skipped?: readonly { id: string; why: string }[];
  /** False if more clicks match than one call decides. */
  isComplete?: boolean;
  /** Of an act on marked rows: the rows that stay unchanged. */
  refused?: readonly Refusal[];
  /** Of an act on marked rows: what is left to do of it; null if all is done. */
  rest?: EachPlan | null;
};

/** The subject of the keys: a click or a group of clicks. */
export type Target = {
  /** Null if the filter has conditions that decisions do not support. */
  clicks: ClickSelection | null;
  verdict: ListedClick["verdict"] | null;
  /** The open appeal; `id` is null until the detail is loaded. */
  appeal: { id: string | null; clickId: string } | null;
  link: { code: string; isStopped: boolean } | null;
  creator: { id: string; name: string; isSuspended: boolean } | null;
  /** IPv6 addresses as their /64. */
  address: string | null;
};

export function clickTarget(click: ListedClick, detail: ClickDetail | null): Target {
  const { id, linkCode, creatorId, creatorName, address } = click;
  return {
    clicks: { ids: [id] },
    verdict: detail?.verdict ?? click.verdict,
    appeal:
      (detail ?? click).appeal === "open" ? { id: detail?.appealId ?? null, clickId: id } : null,
    link:
      linkCode === null
        ? null
        : { code: linkCode, isStopped: detail?.link?.disabledBy === "operator" },
    creator: {
      id: creatorId,
      name: creatorName,
      isSuspended: (detail?.creator.suspendedAt ?? null) !== null,
    },
    address: address === null ? null : ipKey(address),
  };
}

/** Selects the clicks of a group that match the filter. `clicks` is null if decisions do not support the filter. */
export function groupTarget(group: FlaggedGroup, filter: ClickFilterInput): Target {
  const { campaignId, creatorId, creatorName, linkCode, address } = group;
  const ofLink = campaignId && creatorId ? { campaignId, creatorId } : {};
  const scope = toScope(filter);
  return {
    clicks: scope && { group: { ...scope, ...ofLink, ...(address ? { address } : {}) } },
    verdict: group.held > 0 ? "held" : null,
    appeal: null,
    link: linkCode === null ? null : { code: linkCode, isStopped: false },
    creator:
      creatorId && creatorName ? { id: creatorId, name: creatorName, isSuspended: false } : null,
    address,
  };
}

/** Selects all clicks of a link, or those of a range within the filter, whatever their verdict. */
export function rankTarget(row: RankRow, { verdict, ...filter }: ClickFilterInput): Target {
  const { campaignId, creator, link, address } = row;
  const isLink = campaignId !== null && creator !== null;
  const scope = isLink || address ? toScope(filter) : null;
  const ofLink = isLink ? { campaignId, creatorId: creator.id } : {};
  return {
    clicks: scope && { group: { ...scope, ...ofLink, ...(address ? { address } : {}) } },
    verdict: "held",
    appeal: null,
    link,
    creator: creator && { ...creator, isSuspended: false },
    address,
  };
}

function toScope({ verdict, appealed, campaign, creator, ...rest }: ClickFilterInput) {
  const isSupported = verdict === undefined || verdict === "flagged" || verdict === "held";
  if (!isSupported || appealed || (creator !== undefined && !isUuid(creator))) return null;
  return {
    ...rest,
    ...(campaign ? { campaignId: campaign } : {}),
    ...(creator ? { creatorId: creator } : {}),
  };
}

/** Returns the act of a key, a message if the act is not possible, or null if the key has no act. */
export function planAct(key: string, target: Target): SinglePlan | string | null {
  const { link, creator, address } = target;
  switch (key) {
    case "a":
    case "x":
    case "r":
      return planDecision(key, target);
    case "l":
      if (!link) return "No link is selected";
      return { kind: link.isStopped ? "enableLink" : "disableLink", code: link.code };
    case "s": {
      if (!creator) return "No creator is selected";
      const kind = creator.isSuspended ? "restore" : "suspend";
      return { kind, userId: creator.id, name: creator.name };
    }
    case "n":
      return address === null ? "No IP address is selected" : { kind: "deny", range: address };
    default:
      return null;
  }
}

/** For a click with an open appeal, approve and reject answer the appeal. */
function planDecision(key: "a" | "x" | "r", target: Target): SinglePlan | string {
  const { clicks, verdict, appeal } = target;
  if (appeal && key !== "r") {
    if (appeal.id === null) return "The appeal is still loading";
    const kind = key === "a" ? "accept" : "decline";
    return { kind, appealId: appeal.id, clickId: appeal.clickId };
  }
  if (!clicks)
    return "Groups can only be filtered by signal, campaign, creator, address and time: remove the rest of the filter";
  const isGroup = "group" in clicks;
  switch (key) {
    case "a":
      return verdict === "valid" ? "The click is already valid" : { kind: "approve", clicks };
    case "x":
      return verdict === "held" ? { kind: "reject", clicks } : "Only held clicks can be rejected";
    case "r":
      return isGroup || verdict === "valid"
        ? { kind: "reverse", clicks, category: "bot_traffic" }
        : "Only paid clicks can be reversed";
  }
}
