import type { AppError } from "@fairclick/core/errors";
import { ipKey, siteKey } from "@fairclick/core/ip/numbers";
import { BoundedMap } from "@fairclick/core/memory";

/** A person, and the network of the request, between which something scarce is shared. */
export type Holder = { userId: string; network: string };

/** Returns the network that shares a place: an IPv4 address or an IPv6 /48. */
export function sharingNetwork(ip: string): string {
  return siteKey(ip) ?? ipKey(ip);
}

type Options = {
  total: number;
  perUser: number;
  perNetwork: number;
  /** The refusal when this user's, this network's or all shares are taken. */
  refuse: (taken: keyof Holder | "all") => AppError;
};

type Held = Holder & { end: (() => void) | undefined };

export type Shares = {
  /**
   * Takes a share and returns the function that frees it; throws what `refuse` returns. If all shares
   * of the network are taken, or all there are, a newcomer takes one from the user, or the network, that
   * holds at least two more. `end` is then called; a share without it is never taken away.
   */
  take: (holder: Holder, end?: () => void) => () => void;
};

/**
 * Shares a fixed number of places of one process fairly: nobody can keep others from them by holding
 * all, with however many accounts of one network.
 */
export function openShares({ total, perUser, perNetwork, refuse }: Options): Shares {
  const held = new Set<Held>();

  const count = (by: keyof Holder, holder: Holder) =>
    [...held].filter((each) => each[by] === holder[by]).length;

  /** Ends the last share of the user or network that has most. Returns false if the holder has as many. */
  function takeFromLargest(by: keyof Holder, holder: Holder, among: Held[]): boolean {
    const groups = [...Map.groupBy(among, (each) => each[by]).values()];
    const largest = groups.reduce<Held[]>(
      (most, one) => (one.length > most.length ? one : most),
      [],
    );
    const last = largest.findLast(({ end }) => end !== undefined);
    if (!last || largest.length < count(by, holder) + 2) return false;
    held.delete(last);
    last.end?.();
    return true;
  }

  return {
    take: (holder, end) => {
      if (count("userId", holder) >= perUser) throw refuse("userId");
      if (count("network", holder) >= perNetwork) {
        const near = [...held].filter(({ network }) => network === holder.network);
        if (!takeFromLargest("userId", holder, near)) throw refuse("network");
      }
      if (held.size >= total && !takeFromLargest("network", holder, [...held])) {
        const near = [...held].filter(({ network }) => network === holder.network);
        if (!takeFromLargest("userId", holder, near)) throw refuse("all");
      }
      const share = { ...holder, end };
      held.add(share);
      return () => {
        held.delete(share);
      };
    },
  };
}

const MAX_NETWORKS = 10_000;

export type Line = <Result>(holder: Holder, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs work of many people, `atOnce` at a time; the other options limit what waits. Next is the network
 * that was served longest ago, so that much work of one does not delay the others.
 */
export function openLine({ atOnce, ...places }: Options & { atOnce: number }): Line {
  const shares = openShares(places);
  const waiting: { network: string; start: () => void }[] = [];
  const servedAt = new BoundedMap<string, number>(MAX_NETWORKS);
  let [running, served] = [0, 0];

  function startNext(): void {
    const turns = waiting.map(({ network }) => servedAt.get(network) ?? 0);
    const [next] = running < atOnce ? waiting.splice(turns.indexOf(Math.min(...turns)), 1) : [];
    if (!next) return;
    running += 1;
    served += 1;
    servedAt.set(next.network, served);
    next.start();
  }

  return async (holder, work) => {
    const turn = Promise.withResolvers<void>();
    const leave = shares.take(holder, () => {
      waiting.splice(waiting.indexOf(entry), 1);
      turn.reject(places.refuse("all"));
    });
    const start = () => {
      leave();
      turn.resolve();
    };
    const entry = { network: holder.network, start };
    waiting.push(entry);
    startNext();
    await turn.promise;
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
