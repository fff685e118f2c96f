import type { Figures } from "./comparison";
import type { Click } from "./truth";

export type Sums = {
  valid: number;
  invalid: number;
  held: number;
  unpaid: number;
  micros: bigint;
};

export function noClicks(): Sums {
  return { valid: 0, invalid: 0, held: 0, unpaid: 0, micros: 0n };
}

export function sumClicks(clicks: readonly Click[]): Sums {
  const sums = noClicks();
  for (const click of clicks) add(sums, click);
  return sums;
}

/** Sums the clicks under every name that `toNames` returns. */
export function tally(
  clicks: readonly Click[],
  toNames: (click: Click) => readonly string[],
): Map<string, Sums> {
  const tallied = new Map<string, Sums>();
  for (const click of clicks) {
    for (const name of toNames(click)) {
      const sums = tallied.get(name) ?? noClicks();
      tallied.set(name, sums);
      add(sums, click);
    }
  }
  return tallied;
}

function add(sums: Sums, { verdict, micros }: Click): void {
  sums[verdict] += 1;
  sums.micros += micros;
}

export function countAll({ valid, invalid, held, unpaid }: Sums): number {
  return valid + invalid + held + unpaid;
}

/** Returns one figure per part of each named sum. */
export function toFigures(named: Iterable<readonly [string, object]>): Figures {
  const figures: Figures = {};
  for (const [name, sums] of named) {
    for (const [part, figure] of Object.entries(sums)) figures[`${name}: ${part}`] = figure;
  }
  return figures;
}

/** Counts the clicks with a reason, by verdict and the reason's word. */
export function countReasons(
  clicks: readonly Click[],
  toWord: (reason: string) => string,
): Figures {
  const figures: Record<string, number> = {};
  for (const { verdict, reason } of clicks) {
    if (reason === null) continue;
    const name = `${verdict}, ${toWord(reason)}`;
    figures[name] = (figures[name] ?? 0) + 1;
  }
  return figures;
}
