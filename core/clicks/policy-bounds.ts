import {
  completePolicy,
  type Effect,
  listNumbers,
  type Policy,
  type PolicyFile,
  policyFileSchema,
} from "./policy";
import { type SignalName, signalOrder } from "./signal";

/**
 * Numbers that a stored policy cannot change, because code outside the judgement uses them: when a click is
 * recorded, forgotten or explained. The window is a setting of the installation.
 */
const fixedNumbers: ReadonlySet<string> = new Set([
  "version",
  "windowSeconds",
  "presenceHours",
  "honeypotHours",
  "heldDays",
]);

/** Numbers that cannot be raised: the clicks to read would be too many, or already forgotten. */
const notAboveRelease: ReadonlySet<string> = new Set(["addressHours", "knownDeviceHours"]);

/** How far a stored value may be from the release's: a fifth to five times. */
const MAX_FACTOR = 5;
const MAX_PERCENT = 100;

export type Bounds = { min: number; max: number };

/** Returns the least and the most that a stored policy may set a number to. */
export function numberBounds(name: string, release: number): Bounds {
  if (fixedNumbers.has(name)) return { min: release, max: release };
  const min = Math.max(1, Math.ceil(release / MAX_FACTOR));
  if (notAboveRelease.has(name)) return { min, max: release };
  const most = release * MAX_FACTOR;
  return { min, max: name.endsWith("Percent") ? Math.min(most, MAX_PERCENT) : most };
}

/**
 * The effects that a stored policy may choose for a signal, by the release's effect. A signal that refuses
 * clicks can hold them instead, but never pays them; one that holds can refuse them or only note the fact;
 * the others are fixed.
 */
const choices: Record<Effect, readonly Effect[]> = {
  invalid: ["invalid", "held"],
  held: ["held", "invalid", "note"],
  unpaid: ["unpaid"],
  note: ["note"],
};

export function effectChoices(signal: SignalName, release: Policy): readonly Effect[] {
  return choices[release.effects[signal]];
}

/** Returns the reasons why a policy cannot be stored, as sentences; empty if it can. */
export function findPolicyProblems(policy: Policy, release: Policy): string[] {
  const given = new Map(listNumbers(policy));
  const numbers = listNumbers(release).flatMap(([name, was]) => {
    const is = given.get(name) ?? was;
    const { min, max } = numberBounds(name, was);
    if (name === "version" || (is >= min && is <= max)) return [];
    return min === max
      ? [`${name} is fixed at ${was} and cannot be ${is}.`]
      : [`${name} must be between ${min} and ${max}, not ${is}.`];
  });
  const effects = signalOrder.flatMap((signal) => {
    const allowed = effectChoices(signal, release);
    const is = policy.effects[signal];
    return allowed.includes(is)
      ? []
      : [`effects.${signal} must be ${allowed.join(" or ")}, not ${is}.`];
  });
  return [...numbers, ...effects];
}

/**
 * Returns a release's policy with those edits of an earlier release that this one allows, and why it
 * drops each of the others, as sentences.
 */
export function keepEdits(
  edits: PolicyFile,
  release: Policy,
): { policy: Policy; dropped: string[] } {
  let policy = release;
  const dropped: string[] = [];
  for (const { name, file } of listSingleEdits(edits)) {
    const parsed = policyFileSchema.safeParse(file);
    if (!parsed.success) {
      dropped.push(`${name} is unknown or has a value that is not allowed.`);
      continue;
    }
    const edited = completePolicy(parsed.data, policy);
    const problems = findPolicyProblems(edited, release);
    if (problems.length === 0) policy = edited;
    dropped.push(...problems);
  }
  return { policy, dropped };
}

type SingleEdit = { name: string; file: object };

/** Splits a file into files of one value each. They are of an earlier release: any name may occur. */
function listSingleEdits({ shared = {}, effects = {}, ...numbers }: PolicyFile): SingleEdit[] {
  return [
    ...Object.entries(numbers).map(([name, value]) => ({ name, file: { [name]: value } })),
    ...Object.entries(shared).map(([name, value]) => ({
      name: `shared.${name}`,
      file: { shared: { [name]: value } },
    })),
    ...Object.entries(effects).map(([name, value]) => ({
      name: `effects.${name}`,
      file: { effects: { [name]: value } },
    })),
  ];
}
