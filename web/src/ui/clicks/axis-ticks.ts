const MAX_TICKS = 5;

/**
 * Returns the values that an axis marks, from 0 to at least `most`: multiples of 1, 2 or 5 times a
 * power of ten, at most five of them above 0.
 */
export function axisTicks(most: number): number[] {
  for (let power = 1; power < Number.MAX_SAFE_INTEGER; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      const count = Math.max(1, Math.ceil(most / step));
      if (count <= MAX_TICKS) return Array.from({ length: count + 1 }, (_, place) => place * step);
    }
  }
  throw new RangeError("An axis needs a finite number");
}
