import type { Host } from "./host";

/** Hears and says nothing: for those who only want to know which commands there are. */
export const silentHost: Host = {
  env: {},
  write: () => {},
  remark: () => {},
  readInput: async () => "",
  colours: false,
  terminal: null,
};
