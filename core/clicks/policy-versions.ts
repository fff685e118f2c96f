import { z } from "zod";
import { changeInputSchema } from "../changes";
import {
  type Effect,
  type Policy,
  type PolicyFile,
  policyFileSchema,
  policySchema,
} from "./policy";
import { type SignalName, signalOrder } from "./signal";

export const policyShownResponseSchema = z.object({
  status: z.literal("success"),
  data: policySchema,
});

/** A stored version. Its policy is that of its release: the window is a setting of the installation. */
export const policyVersionSchema = z.object({
  version: z.int(),
  /** Version of the rules of the release that stored it. */
  rulesVersion: z.int(),
  origin: z.enum(["release", "apply"]),
  /** `active` judges clicks of now; `scheduled` will; `replaced` judged clicks of the past, or never started. */
  state: z.enum(["active", "scheduled", "replaced"]),
  activeFrom: z.iso.datetime(),
  reason: z.string(),
  /** The operator's name; null if a release brought it. */
  operator: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Number of values that differ from the release's. */
  edits: z.int(),
});
export type ListedPolicyVersion = z.infer<typeof policyVersionSchema>;

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

/** Input that stores a policy as a new version; omitted values are those of the newest version. */
export const policyApplyInputSchema = changeInputSchema.extend({
  policy: policyFileSchema,
  /** When it starts to judge clicks; now if it is missing. */
  from: moment.optional(),
});

/** Returns the policy of a file; omitted values are those of `base`. */
export function completePolicy(file: PolicyFile, base: Policy): Policy {
  const effects = { ...base.effects };
  for (const [signal, effect] of effectEntries(file.effects ?? {})) effects[signal] = effect;
  const shared = { ...base.shared, ...givenIn(file.shared ?? {}) };
  return { ...base, ...givenIn(file), shared, effects };
}

function givenIn(numbers: object): object {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}

function effectEntries(effects: NonNullable<PolicyFile["effects"]>): [SignalName, Effect][] {
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

/** Returns the file that changes `from` into `to`: the values that differ, without the version. */
export function listEdits(from: Policy, to: Policy): PolicyFile {
  const { effects, shared, version: _, ...numbers } = to;
  const changed = <Values extends object>(values: Values, was: Partial<Values>) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isSame(was, { name, value })),
    );
  const own = changed(numbers, from);
  const ownShared = changed(shared, from.shared);
  const ownEffects = changed(effects, from.effects);
  return {
    ...own,
    ...(Object.keys(ownShared).length > 0 ? { shared: ownShared } : {}),
    ...(Object.keys(ownEffects).length > 0 ? { effects: ownEffects } : {}),
  };
}

function isSame(was: object, { name, value }: { name: string; value: unknown }): boolean {
  return Object.entries(was).some((entry) => entry[0] === name && entry[1] === value);
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
