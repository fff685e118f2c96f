import { t } from "../../language/t";
import type { FactRule } from "../rule";
import { findBursts } from "./burst";

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
