import type { Host } from "./host";

/** A host without input or output, to list the commands. */
export const silentHost: Host = {
  env: {},
  write: () => {},
  remark: () => {},
  readInput: async () => "",
  colours: false,
  terminal: null,
};
