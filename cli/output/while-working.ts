import type { Host } from "../host";

/** Shows a spinner while the work runs, if there is a terminal. Returns the result of the work. */
export function whileWorking<Result>(
  host: Host,
  label: string,
  work: Promise<Result>,
): Promise<Result> {
  return host.terminal ? host.terminal.whileWorking(label, work) : work;
}
