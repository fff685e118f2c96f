import { t } from "../../language/t";
import type { FactRule } from "../rule";
import { findBursts } from "./burst";

/**
 * Who profits: anybody at the same address, who can make the clicks of others there invalid within the
 * same minute. At a shared address campaigns can count devices instead (`shared-aware`).
 */
export const ipBurst: FactRule = {
  signal: "ip_burst",
  category: "Too many clicks at once",
  soft: true,
  describe: ({ burstClicks, windowSeconds }) =>
    t`${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds are all invalid.`,
  describeShared: ({ shared, windowSeconds }) =>
    t`${shared.burstClicks} or more devices at one shared address within ${windowSeconds} seconds make all their clicks invalid.`,
  ...findBursts("ipKey"),
};
