import type { Effect, Policy } from "./policy";
import type { PolicyFile } from "./policy-file-schema";
import { type SignalName, signalOrder } from "./signal";

/** Returns the policy of a file; omitted values are those of `base`. */
export function completePolicy(file: PolicyFile, base: Policy): Policy {
  const effects = { ...base.effects };
  for (const [signal, effect] of entriesOf(file.effects ?? {})) effects[signal] = effect;
  const numbers = Object.fromEntries(
    Object.entries(file).filter(([name, value]) => name !== "effects" && value !== undefined),
  );
  return { ...base, ...numbers, effects };
}

function entriesOf(effects: NonNullable<PolicyFile["effects"]>): [SignalName, Effect][] {
  return signalOrder.flatMap((signal) => {
    const effect = effects[signal];
    return effect === undefined ? [] : [[signal, effect]];
  });
}

export type PolicyDifference = { name: string; from: string | number; to: string | number };

/** Lists the values that differ, in the order of a policy file; effects are named `effects.vpn`. */
export function diffPolicies(from: Policy, to: Policy): PolicyDifference[] {
  const after = new Map(flatten(to));
  return flatten(from).flatMap(([name, was]) => {
    const is = after.get(name) ?? was;
    return is === was ? [] : [{ name, from: was, to: is }];
  });
}

function flatten({ effects, ...numbers }: Policy): [string, string | number][] {
  return [
    ...Object.entries(numbers),
    ...signalOrder.map((signal): [string, string] => [`effects.${signal}`, effects[signal]]),
  ];
}
