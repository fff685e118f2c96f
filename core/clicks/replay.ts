import { z } from "zod";
import { dataResponse, microsSchema, timeSchema } from "../schemas";
import { policyFileSchema } from "./policy";
import { verdicts } from "./signal";

export const MAX_REPLAYED_CLICKS = 50_000;

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

export const replayInputSchema = z.object({
  from: moment,
  to: moment,
  /** Omitted values are those of the policy in force. */
  policy: policyFileSchema.default({}),
});
export type ReplayInput = z.infer<typeof replayInputSchema>;

const outcome = { verdict: z.enum(verdicts), reason: z.string().nullable() };

export const replaySchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /**
   * Replayed clicks, those with a changed verdict, and those left out because an operator decided.
   */
  clicks: z.int(),
  changed: z.int(),
  decidedByOperators: z.int(),
  /** Change of the creators' pay; negative if they would have earned less. */
  micros: microsSchema,
  changes: z.array(
    z.object({
      from: z.object(outcome),
      to: z.object(outcome),
      clicks: z.int(),
      micros: microsSchema,
    }),
  ),
  campaigns: z.array(
    z.object({
      campaignId: z.string(),
      name: z.string(),
      clicks: z.int(),
      changed: z.int(),
      micros: microsSchema,
    }),
  ),
  /** Creators with changed clicks, most changed clicks first; at most 1,000. */
  creators: z.array(
    z.object({
      creatorId: z.string(),
      username: z.string(),
      changed: z.int(),
      micros: microsSchema,
    }),
  ),
  /** What the replay could not reproduce, and how that affects its figures. */
  remarks: z.array(z.string()),
});
export type Replay = z.input<typeof replaySchema>;

export const replayResponseSchema = dataResponse(replaySchema);

/** How many clicks a rule newly refuses or holds, and how many it no longer does. */
export type RuleChange = { rule: string; stopped: number; freed: number; micros: string };

/** Merges replays of adjoining spans, which must be sorted by time and not empty. */
export function mergeReplays(replays: readonly [Replay, ...Replay[]]): Replay {
  const [first] = replays;
  const last = replays.at(-1) ?? first;
  const all = <Item>(pick: (replay: Replay) => readonly Item[]) => replays.flatMap(pick);
  return {
    from: first.from,
    to: last.to,
    clicks: sum(replays.map(({ clicks }) => clicks)),
    changed: sum(replays.map(({ changed }) => changed)),
    decidedByOperators: sum(replays.map(({ decidedByOperators }) => decidedByOperators)),
    micros: sumMicros(replays),
    changes: merge(
      all(({ changes }) => changes),
      ({ from, to }) => JSON.stringify([from.verdict, from.reason, to.verdict, to.reason]),
      (own) => ({ clicks: sum(own.map(({ clicks }) => clicks)), micros: sumMicros(own) }),
    ).sort((a, b) => b.clicks - a.clicks),
    campaigns: merge(
      all(({ campaigns }) => campaigns),
      ({ campaignId }) => campaignId,
      (own) => ({
        clicks: sum(own.map(({ clicks }) => clicks)),
        changed: sum(own.map(({ changed }) => changed)),
        micros: sumMicros(own),
      }),
    ).sort((a, b) => b.changed - a.changed || b.clicks - a.clicks),
    creators: merge(
      all(({ creators }) => creators),
      ({ creatorId }) => creatorId,
      (own) => ({ changed: sum(own.map(({ changed }) => changed)), micros: sumMicros(own) }),
    ).sort((a, b) => b.changed - a.changed),
    remarks: [...new Set(all(({ remarks }) => remarks))],
  };
}

/** Sums the changes per rule that newly decides clicks or no longer does, most clicks first. */
export function sumByRule(changes: Replay["changes"]): RuleChange[] {
  const moves = changes.flatMap(({ from, to, clicks, micros }) => {
    const rule = to.reason ?? from.reason;
    if (rule === null) return [];
    return to.reason === null
      ? { rule, stopped: 0, freed: clicks, micros }
      : { rule, stopped: clicks, freed: 0, micros };
  });
  return merge(
    moves,
    ({ rule }) => rule,
    (own) => ({
      stopped: sum(own.map(({ stopped }) => stopped)),
      freed: sum(own.map(({ freed }) => freed)),
      micros: sumMicros(own),
    }),
  ).sort((a, b) => b.stopped + b.freed - a.stopped - a.freed);
}

function merge<Item>(
  items: readonly Item[],
  itemKey: (item: Item) => string,
  add: (own: readonly Item[]) => Partial<Item>,
): Item[] {
  return [...Map.groupBy(items, itemKey).values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ ...own[0], ...add(own) }],
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function sumMicros(items: readonly { micros: string }[]): string {
  return items.reduce((total, { micros }) => total + BigInt(micros), 0n).toString();
}
