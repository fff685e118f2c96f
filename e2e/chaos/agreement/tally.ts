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

/** Sums under every name that a click goes by. */
export function tally(
  clicks: readonly Click[],
  namesOf: (click: Click) => readonly string[],
): Map<string, Sums> {
  const tallied = new Map<string, Sums>();
  for (const click of clicks) {
    for (const name of namesOf(click)) {
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

/** A figure for each of several sums, under the name of each. */
export function spellOut(named: Iterable<readonly [string, object]>): Figures {
  const figures: Figures = {};
  for (const [name, sums] of named) {
    for (const [part, figure] of Object.entries(sums)) figures[`${name}: ${part}`] = figure;
  }
  return figures;
}

/** The sums of the clicks that were not paid, by verdict and another word. */
export function countReasons(
  clicks: readonly Click[],
  wordOf: (reason: string) => string,
): Figures {
  const figures: Record<string, number> = {};
  for (const { verdict, reason } of clicks) {
    if (reason === null) continue;
    const name = `${verdict}, ${wordOf(reason)}`;
    figures[name] = (figures[name] ?? 0) + 1;
  }
  return figures;
}
