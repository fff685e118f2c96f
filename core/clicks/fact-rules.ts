import type { Need } from "./facts";
import type { Policy } from "./policy";
import type { FactRule } from "./rule";
import { deviceBurst, ipBurst } from "./rules/bursts";
import { deviceRepeat } from "./rules/device-repeat";
import { ipDaily } from "./rules/ip-daily";
import { ipNetwork } from "./rules/ip-network";
import { newDeviceRepeat } from "./rules/new-device-repeat";
import { notPaying } from "./rules/not-paying";
import { outsideAudience } from "./rules/outside-audience";
import { overLimit } from "./rules/over-limit";

/** The rules that need other clicks or the campaign, in deciding order: they run at settlement. */
export const factRules: readonly FactRule[] = [
  ipBurst,
  deviceBurst,
  deviceRepeat,
  newDeviceRepeat,
  ipDaily,
  ipNetwork,
  outsideAudience,
  ...notPaying,
  ...overLimit,
];

/** The facts that the rules need under any of the policies. */
export function listNeeds(policies: readonly Policy[]): Need[] {
  return policies.flatMap((policy) => factRules.flatMap((rule) => rule.needs(policy)));
}
