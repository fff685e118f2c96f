/**
 * Assumed, not measured: an honest link's visitors are spread over networks (autonomous systems) at
 * most as a Dirichlet distribution of this concentration is.
 */
export const NETWORK_CONCENTRATION = 40;

/**
 * Returns how probable it is that the clicks of an honest link come from at least this many networks.
 *
 * Null hypothesis: the shares of the networks are Dirichlet distributed with concentration 40 around
 * any shares. Most networks are seen if no network is shared in advance. Their number then is a sum of
 * independent events: click i + 1 comes from a new network with probability 40 / (40 + i) (Ewens'
 * sampling formula). Local and viral audiences have fewer networks and are never found.
 */
export function manyNetworksProbability({
  clicks,
  networks,
}: {
  clicks: number;
  networks: number;
}): number {
  // below[k] is the probability of exactly k networks so far, for k below `networks`.
  const below = new Float64Array(networks);
  if (networks === 0) return 1;
  below[0] = 1;
  for (let seen = 0; seen < clicks; seen += 1) {
    const isNew = NETWORK_CONCENTRATION / (NETWORK_CONCENTRATION + seen);
    for (let k = networks - 1; k >= 0; k -= 1) {
      const stays = (below[k] ?? 0) * (1 - isNew);
      below[k] = stays + (k > 0 ? (below[k - 1] ?? 0) * isNew : 0);
    }
  }
  return Math.max(0, 1 - below.reduce((sum, probability) => sum + probability, 0));
}
