import type { Effect, Policy } from "./policy";
import type { PolicyFile } from "./policy-file-schema";
import { type SignalName, signalOrder } from "./signal";

/** Returns the policy of a file; omitted values are those of `base`. */
export function completePolicy(file: PolicyFile, base: Policy): Policy {
  const effects = { ...base.effects };
  for (const [signal, effect] of entriesOf(file.effects ?? {})) effects[signal] = effect;
  const shared = { ...base.shared, ...givenIn(file.shared ?? {}) };
  return { ...base, ...givenIn(file), shared, effects };
}

function givenIn(numbers: object): object {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}

function entriesOf(effects: NonNullable<PolicyFile["effects"]>): [SignalName, Effect][] {
  return signalOrder.flatMap((signal) => {
    const effect = effects[signal];
    return effect === undefined ? [] : [[signal, effect]];
  });
}

export type PolicyDifference = { name: string; from: string | number; to: string | number };

/**
 * Lists the values that differ, in the order of a policy file; nested values are named
 * `shared.burstClicks` and `effects.vpn`.
 */
export function diffPolicies(from: Policy, to: Policy): PolicyDifference[] {
  const after = new Map(flatten(to));
  return flatten(from).flatMap(([name, was]) => {
    const is = after.get(name) ?? was;
    return is === was ? [] : [{ name, from: was, to: is }];
  });
}

/** Every limit of a policy by its name; those for shared addresses as `shared.burstClicks`. */
export function listNumbers({ effects: _, shared, ...numbers }: Policy): [string, number][] {
  return [
    ...Object.entries(numbers),
    ...Object.entries(shared).map(([name, value]): [string, number] => [`shared.${name}`, value]),
  ];
}

function flatten(policy: Policy): [string, string | number][] {
  return [
    ...listNumbers(policy),
    ...signalOrder.map((signal): [string, string] => [`effects.${signal}`, policy.effects[signal]]),
  ];
}
