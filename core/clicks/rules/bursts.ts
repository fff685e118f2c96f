import { t } from "../../language/t";
import type { Shared } from "../facts";
import {
  countBetween,
  type FactRule,
  hasManyDevicesAt,
  isCrowdedAt,
  MAX_COUNTED_CLICKS,
  usesSharedLimits,
} from "../rule";
import { isVisit } from "../signal";

/**
 * A visit belongs to a burst if `burstClicks` or more visits with its key lie within some window
 * that contains it, both ends included, on whatever campaign. At a shared address the number is
 * larger, and the visits of one device count once for the address. Evidence counts the visits within
 * a window before and after it, up to `MAX_COUNTED_CLICKS`.
 */
function findBursts(key: "ipKey" | "deviceKey"): Pick<FactRule, "appliesTo" | "needs" | "judge"> {
  const shared: Shared = { key, within: "everywhere" };
  return {
    appliesTo: "every click",
    needs: ({ burstClicks, windowSeconds, shared: { burstClicks: atSharedAddress } }) => [
      {
        kind: "neighbours",
        among: "visits",
        ...shared,
        beforeMs: windowSeconds * 1_000,
        afterMs: windowSeconds * 1_000,
        nearest: Math.max(burstClicks - 1, atSharedAddress, MAX_COUNTED_CLICKS),
      },
    ],
    judge: (click, facts) => {
      if (!isVisit(click.signals)) return null;
      const { history, policy } = facts;
      const isShared = usesSharedLimits(facts);
      const size = isShared ? policy.shared.burstClicks : policy.burstClicks;
      const windowMs = policy.windowSeconds * 1_000;
      const visits = history.visits(click, shared);
      const isBurst = isShared && key === "ipKey" ? hasManyDevicesAt : isCrowdedAt;
      if (!isBurst(visits, click.at, { size, windowMs })) return null;
      const around = countBetween(visits, click.at - windowMs, click.at + windowMs);
      return {
        clicks: Math.min(around, Math.max(size, MAX_COUNTED_CLICKS)),
        seconds: policy.windowSeconds,
        ...(isShared ? { shared: true } : {}),
      };
    },
  };
}

/**
 * Who profits: anybody at the same address, who can make the clicks of others there invalid within the
 * same minute. At a shared address campaigns can count devices instead (`shared-aware`).
 */
export const ipBurst: FactRule = {
  signal: "ip_burst",
  category: "Too many clicks at once",
  describe: ({ burstClicks, windowSeconds }) =>
    t`${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds are all invalid.`,
  describeShared: ({ shared, windowSeconds }) =>
    t`${shared.burstClicks} or more devices at one shared address within ${windowSeconds} seconds make all their clicks invalid.`,
  ...findBursts("ipKey"),
};

/**
 * Who profits: the developer. A rival can use up only their own device: no one else has its cookie, or
 * its looks at its address.
 */
export const deviceBurst: FactRule = {
  signal: "device_burst",
  category: "Too many clicks at once",
  soft: true,
  describe: ({ burstClicks, windowSeconds }) =>
    t`${burstClicks} or more clicks from one device within ${windowSeconds} seconds are all invalid.`,
  describeShared: ({ shared, windowSeconds }) =>
    t`${shared.burstClicks} or more clicks from one device at a shared address within ${windowSeconds} seconds make all their clicks invalid.`,
  ...findBursts("deviceKey"),
};
