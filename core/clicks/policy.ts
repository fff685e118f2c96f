import { z } from "zod";
import { type SignalName, signalOrder } from "./signal";

/** The largest version that the database holds. */
export const MAX_VERSION = 2_147_483_646;

/**
 * Effect of a signal on a click. `held` waits for an operator, unless another signal makes the click
 * invalid or unpaid; `note` is stored as a fact and decides nothing.
 */
const effectSchema = z.enum(["invalid", "held", "unpaid", "note"]);
export type Effect = z.infer<typeof effectSchema>;

const count = (max: number) => z.int().min(1).max(max);
const percent = z.int().min(0).max(100);

/** Limits for addresses that many people are known to share, on campaigns that judge them so. */
const sharedSchema = z.strictObject({
  /** Devices of one address, or clicks of one device, that make a burst. */
  burstClicks: z.int().min(2).max(50),
  /** How long a device without a cookie counts as the same device. */
  weakDeviceMinutes: count(60),
  /** The same for a full browser, which would have sent back the cookie of its first click. */
  fullBrowserSeconds: count(3_600),
  /**
   * Paid clicks of one address within `addressHours` before further clicks are held: `addressClicks`,
   * or `addressPermille` of the link's valid clicks from addresses that are not shared if that is more,
   * at most `mostAddressClicks`.
   */
  addressClicks: count(2_000),
  addressPermille: z.int().min(0).max(1_000),
  mostAddressClicks: count(2_000),
});

/** All limits and effects that judge clicks, in the form that operators read and write. */
export const policySchema = z.strictObject({
  version: count(MAX_VERSION),
  /** Length of a burst window. */
  windowSeconds: count(3_600),
  burstClicks: z.int().min(2).max(1_000),
  /** How long an address or device counts as belonging to a user who was signed in there. */
  presenceHours: count(168),
  /** How long a visitor who followed the honeypot counts as a bot. */
  honeypotHours: count(168),
  /** A device is paid once per campaign within this time; `weakDeviceHours` applies to devices without a cookie. */
  knownDeviceHours: count(168),
  weakDeviceHours: count(168),
  /** Paid clicks of one address per campaign within `addressHours` before further clicks are held. */
  addressClicks: count(100_000),
  addressHours: count(168),
  /**
   * Further clicks of an IPv6 network are held if it has more than `networkClicks` paid clicks of a
   * link within `addressHours` and these are more than `networkPercent` of the link's paid clicks.
   */
  networkClicks: count(2_000),
  networkPercent: percent,
  /** A held click about which no operator has decided is judged again after this time, then daily. */
  heldDays: count(365),
  shared: sharedSchema,
  effects: z.record(z.enum(signalOrder), effectSchema),
});
export type Policy = z.infer<typeof policySchema>;

/** A policy file; omitted values are those of the policy that it changes. */
export const policyFileSchema = policySchema
  .extend({
    shared: sharedSchema.partial(),
    effects: z.partialRecord(z.enum(signalOrder), effectSchema),
  })
  .partial();
export type PolicyFile = z.infer<typeof policyFileSchema>;

/** The policies that judge some clicks. */
export type PolicyBook = {
  /** Those that `findAt` returns for the clicks. */
  policies: readonly Policy[];
  /** Returns the policy that judges clicks made at `at` (ms). */
  findAt: (at: number) => Policy;
};

export type PolicyVersion = {
  /** Names the version: `policy.version`. */
  policy: Policy;
  /** Time (ms) from which clicks are judged by it. */
  activeFrom: number;
};

/**
 * Makes a book that judges each click by the newest version that was active when it was made, or by the
 * first version if none was. `versions` are sorted by version. What judges a past time never changes,
 * because no version starts in the past.
 */
export function makePolicyBook(
  versions: readonly [PolicyVersion, ...PolicyVersion[]],
  clicks: readonly { at: number }[],
): PolicyBook {
  const findAt = (at: number) =>
    (versions.findLast(({ activeFrom }) => activeFrom <= at) ?? versions[0]).policy;
  return { policies: [...new Set(clicks.map(({ at }) => findAt(at)))], findAt };
}

export function makeSinglePolicyBook(policy: Policy): PolicyBook {
  return { policies: [policy], findAt: () => policy };
}

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
