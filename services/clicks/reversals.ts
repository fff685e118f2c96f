import { formatDollars, formatExactDollars } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import {
  type DecidableClick,
  insertReversalSum,
  listTakable,
  listUserNames,
  lockReversalSums,
  type ReversalSum,
} from "@fairclick/sql/clicks/click-decisions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../changes";
import type { Ctx } from "../context";

const DAY_MS = 24 * 3_600_000;

/** What one operator can take back within 24 hours; null without a limit. */
export type ReversalLimit = { limitMicros: bigint | null };

/**
 * Adds `micros` to what the operator took back within 24 hours. Throws `conflict` if the sum would exceed
 * the limit, and says when it no longer does. It stays added if the reversal itself then fails.
 */
export async function countTowardsReversalLimit(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { micros, limitMicros }: ReversalLimit & { micros: bigint },
): Promise<void> {
  if (limitMicros === null || micros <= 0n) return;
  const operatorId = requireOperator(ctx);
  const at = ctx.now();
  const since = new Date(at.getTime() - DAY_MS);
  const sums = await lockReversalSums(tx, { operatorId, since });
  const leftMicros = limitMicros - sums.reduce((total, sum) => total + sum.micros, 0n);
  if (micros > leftMicros) {
    const left = leftMicros > 0n ? leftMicros : 0n;
    throw new AppError(
      "conflict",
      `This takes back ${formatDollars(micros)}. One operator can take back ${formatDollars(limitMicros)} within 24 hours, and you ${formatDollars(left)} more now. ${describeWait(sums, micros - leftMicros)}`,
    );
  }
  await insertReversalSum(tx, { id: Bun.randomUUIDv7(), operatorId, at, micros });
}

/** Says when `excessMicros` of what was taken back no longer counts. */
function describeWait(sums: readonly ReversalSum[], excessMicros: bigint): string {
  let freedMicros = 0n;
  for (const { at, micros } of sums) {
    freedMicros += micros;
    if (freedMicros < excessMicros) continue;
    const free = new Date(at.getTime() + DAY_MS).toISOString();
    return `It is possible from ${free.slice(0, 16).replace("T", " ")} UTC on.`;
  }
  return "It is never possible at once: take back fewer clicks, or raise REVERSAL_LIMIT_DOLLARS.";
}

/** Where the money of a reversal is, beside the earnings. */
type Whereabouts = {
  /** What the clicks were paid. */
  micros: bigint;
  /** In withdrawals that were not sent: they are stopped, and pay for it. */
  stoppedMicros: bigint;
  /** In withdrawals that are being sent, of what is owed. */
  inTransitMicros: bigint;
  /** What creators no longer have: withdrawn, or being sent. */
  owedMicros: bigint;
};

/** Returns by creator where the money is that reversing paid clicks would take. */
export async function foreseeReversal(
  db: Queryable,
  clicks: readonly Pick<DecidableClick, "creatorId" | "paidMicros">[],
): Promise<ReadonlyMap<string, Whereabouts>> {
  const wanted = new Map<string, bigint>();
  for (const { creatorId, paidMicros } of clicks) {
    wanted.set(creatorId, (wanted.get(creatorId) ?? 0n) + paidMicros);
  }
  const takable = await listTakable(db, [...wanted.keys()]);
  const found = new Map(takable.map((each) => [each.userId, each]));
  return new Map(
    [...wanted].map(([creatorId, micros]) => {
      const {
        earningsMicros = 0n,
        unsentMicros = 0n,
        sendingMicros = 0n,
      } = found.get(creatorId) ?? {};
      const short = atLeastZero(micros - earningsMicros);
      const owedMicros = atLeastZero(short - unsentMicros);
      const inTransitMicros = sendingMicros < owedMicros ? sendingMicros : owedMicros;
      return [
        creatorId,
        { micros, stoppedMicros: short > 0n ? unsentMicros : 0n, inTransitMicros, owedMicros },
      ];
    }),
  );
}

const atLeastZero = (micros: bigint) => (micros > 0n ? micros : 0n);

/** Adds up what `foreseeReversal` returned. */
export function sumWhereabouts(found: Iterable<Whereabouts>): Whereabouts {
  const sum = { micros: 0n, stoppedMicros: 0n, inTransitMicros: 0n, owedMicros: 0n };
  for (const each of found) {
    sum.micros += each.micros;
    sum.stoppedMicros += each.stoppedMicros;
    sum.inTransitMicros += each.inTransitMicros;
    sum.owedMicros += each.owedMicros;
  }
  return sum;
}

/** Says in the facts of a decision from whom it takes `micros`, and who bears it. */
export async function describeBearing(
  db: Queryable,
  micros: bigint,
  clicks: readonly Pick<DecidableClick, "creatorId" | "paidMicros">[],
) {
  const foreseen = await foreseeReversal(db, clicks);
  const { owedMicros, ...others } = sumWhereabouts(foreseen.values());
  const names = await listUserNames(db, [...foreseen.keys()]);
  return {
    takenFrom: names
      .map(({ id, name }) => `${name} ${formatExactDollars(foreseen.get(id)?.micros ?? 0n)}`)
      .join(", "),
    returnedMicros: (micros - owedMicros).toString(),
    stoppedMicros: others.stoppedMicros.toString(),
    inTransitMicros: others.inTransitMicros.toString(),
    owedMicros: owedMicros.toString(),
    bears:
      owedMicros > 0n
        ? `${formatDollars(owedMicros)} was withdrawn: the developer goes without it until the creators' later earnings pay it`
        : "the creators",
  };
}
