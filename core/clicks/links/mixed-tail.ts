/** Points at which the normal distribution is evaluated, in standard deviations. */
const POINTS = Array.from({ length: 81 }, (_, index) => -6 + index * 0.15);
const WEIGHTS = POINTS.map((z) => Math.exp((-z * z) / 2));
const WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

type Tail = {
  successes: number;
  trials: number;
  /** Returns the probability of a success for a link that lies `z` standard deviations off. */
  probabilityAt: (z: number) => number;
};

/**
 * Returns the probability of at most this many successes if the probability itself differs between
 * links: a binomial distribution with a probability that depends on a standard normal variable. Exact for
 * small numbers.
 */
export function mixedLowerTail({ successes, trials, probabilityAt }: Tail): number {
  const sum = POINTS.reduce((total, z, index) => {
    const tail = binomialLowerTail(successes, trials, Math.min(1, probabilityAt(z)));
    return total + (WEIGHTS[index] ?? 0) * tail;
  }, 0);
  return Math.min(1, sum / WEIGHT);
}

/** Sums logarithms, because the first terms are too small for a number. */
function binomialLowerTail(successes: number, trials: number, probability: number): number {
  if (successes >= trials || probability <= 0) return 1;
  if (probability >= 1) return 0;
  const logOdds = Math.log(probability) - Math.log1p(-probability);
  let logTerm = trials * Math.log1p(-probability);
  let sum = Math.exp(logTerm);
  for (let count = 1; count <= successes; count += 1) {
    logTerm += Math.log((trials - count + 1) / count) + logOdds;
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}
