import {
  type ClickToJudge,
  type Facts,
  type Neighbour,
  type NeighbourNeed,
  needName,
  type Shared,
  scopeKey,
  unscopedKey,
} from "./facts";
import { NestedMap } from "./nested-map";
import { addToTimeline, type Timeline, toTimeline } from "./timeline";
import { isVisit } from "./visit";

const none: Timeline = [];

export type OpenNeighbours = {
  /** The click's neighbours, sorted by time. */
  of: (click: ClickToJudge) => Timeline;
  add: (click: ClickToJudge) => void;
};

/** Tracks the neighbours of one need. Sorts a key's timeline when it is first queried. */
export function openNeighbours(facts: Facts, need: NeighbourNeed): OpenNeighbours {
  const read = nest(facts.neighbours.get(needName(need)), need);
  const visits = need.among === "visits" ? groupVisits(facts.clicks, need) : null;
  const opened = new NestedMap<Neighbour[]>();
  const open = (scope: string, key: string): Neighbour[] | null => {
    const known = opened.get(scope, key);
    if (known) return known;
    const before = read?.get(scope, key);
    const own = visits?.get(scope, key);
    if (!before && (!own || own.length < 2)) return null;
    const timeline = toTimeline([...(before ?? []), ...(own ?? [])]);
    opened.set(scope, key, timeline);
    return timeline;
  };
  return {
    of: (click) => {
      const key = unscopedKey(click, need.key);
      return key === null ? none : (open(scopeKey(click, need.within), key) ?? none);
    },
    add: (click) => {
      const key = unscopedKey(click, need.key);
      if (key === null) return;
      const scope = scopeKey(click, need.within);
      const timeline = open(scope, key);
      if (timeline) addToTimeline(timeline, click);
      else opened.set(scope, key, [click]);
    },
  };
}

function groupVisits(clicks: readonly ClickToJudge[], { key, within }: Shared) {
  const groups = new NestedMap<ClickToJudge[]>();
  for (const click of clicks) {
    const shared = isVisit(click.signals) ? unscopedKey(click, key) : null;
    if (shared === null) continue;
    const scope = scopeKey(click, within);
    const group = groups.get(scope, shared);
    if (group) group.push(click);
    else groups.set(scope, shared, [click]);
  }
  return groups;
}

/** Splits the keys of the neighbours that were read into scope and key. No scope contains a blank. */
function nest(read: ReadonlyMap<string, readonly Neighbour[]> | undefined, { within }: Shared) {
  if (!read || read.size === 0) return null;
  const nested = new NestedMap<readonly Neighbour[]>();
  for (const [key, neighbours] of read) {
    const blank = within === "everywhere" ? -1 : key.indexOf(" ");
    nested.set(key.slice(0, Math.max(0, blank)), key.slice(blank + 1), neighbours);
  }
  return nested;
}
