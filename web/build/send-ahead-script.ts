import type { Plugin } from "vite";

/** Injects the send-ahead script at the top of the page, before the larger files. */
export function injectSendAheadScript(): Plugin {
  return {
    name: "send-ahead-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const script = Object.values(bundle).find(
          (output) => output.type === "chunk" && output.isEntry && output.name === "send-ahead",
        );
        if (!script) throw new Error("The build contains no send-ahead script");
        return [
          {
            tag: "script",
            attrs: {
              type: "module",
              async: true,
              fetchpriority: "high",
              crossorigin: true,
              src: `/${script.fileName}`,
            },
            injectTo: "head-prepend",
          },
        ];
      },
    },
  };
}
