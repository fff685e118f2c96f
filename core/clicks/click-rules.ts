import { completePolicy, type Policy, type PolicyFile, policyFileSchema } from "./policy";
import { findPolicyProblems } from "./policy-bounds";

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
