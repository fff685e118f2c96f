import type { Host } from "./host";

/** A host without input or output, to list the commands. */
export const silentHost: Host = {
  env: {},
  write: () => {},
  remark: () => {},
  readInput: async () => "",
  catchInterrupt: () => new AbortController().signal,
  colours: false,
  terminal: null,
};
