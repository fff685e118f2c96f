import type { Plugin } from "vite";

const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Has V8 compile what is needed at once while it arrives, beside the page's own thread. It heeds the
 * comment only above all code, so it is put there last: Vite writes the list of what lazy files need
 * above every banner.
 */
export function compileEarly(): Plugin {
  return {
    name: "compile-early",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === "chunk" && output.isEntry) output.code = hint + output.code;
        }
      },
    },
  };
}
