import type { Shared } from "../facts";
import { type FactRule, MOST_COUNTED } from "../rule";
import { countBetween, isCrowdedAt } from "../timeline";
import { isVisit } from "../visit";

/**
 * A visit belongs to a burst if `burstClicks` or more visits with its key lie within some window
 * that contains it, both ends included, on whatever campaign. Evidence counts the visits within a
 * window before and after it, up to `MOST_COUNTED`.
 */
export function findBursts(key: Shared["key"]): Pick<FactRule, "appliesTo" | "needs" | "judge"> {
  const shared: Shared = { key, within: "everywhere" };
  return {
    appliesTo: "every click",
    needs: ({ burstClicks, windowSeconds }) => [
      {
        kind: "neighbours",
        among: "visits",
        ...shared,
        beforeMs: windowSeconds * 1_000,
        afterMs: windowSeconds * 1_000,
        nearest: Math.max(burstClicks - 1, MOST_COUNTED),
      },
    ],
    judge: (click, { history, policy }) => {
      if (!isVisit(click.signals)) return null;
      const { burstClicks: size, windowSeconds: seconds } = policy;
      const visits = history.visits(click, shared);
      const windowMs = seconds * 1_000;
      if (!isCrowdedAt(visits, click.at, { size, windowMs })) return null;
      const clicks = countBetween(visits, click.at - windowMs, click.at + windowMs);
      return { clicks: Math.min(clicks, Math.max(size, MOST_COUNTED)), seconds };
    },
  };
}
