import type { Host } from "../host";

/** Shows a person that something is under way; says nothing in a pipe. */
export function whileWorking<Result>(
  host: Host,
  label: string,
  work: Promise<Result>,
): Promise<Result> {
  return host.terminal ? host.terminal.whileWorking(label, work) : work;
}
