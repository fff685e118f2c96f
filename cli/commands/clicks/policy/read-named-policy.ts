import type { PolicyFile } from "@fairclick/core/clicks/policy";
import type { Api } from "../../../connection/open-api";
import type { Host } from "../../../host";
import { parsePolicy, readPolicyFile } from "./read-policy-file";

type Source = { host: Host; api: Api };

/** Max characters of a policy on standard input. */
const MAX_CHARACTERS = 100_000;

/** Reads the policy that an argument names: a stored version by its number, `-` for standard input, or a file. */
export async function readNamedPolicy({ host, api }: Source, name: string): Promise<PolicyFile> {
  if (name === "-") return parsePolicy(await host.readInput(MAX_CHARACTERS), "Standard input");
  if (!/^\d+$/.test(name)) return readPolicyFile(name);
  const query = { version: name };
  return (await api.call((client) => client.api.admin.policy.$get({ query }))).data;
}
