import type { HtmlTagDescriptor, Plugin } from "vite";

/** Lets the browser fetch these fonts beside the stylesheet instead of after it. */
export function preloadFonts(names: string[]): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        return names.map((name) => {
          const file = Object.keys(bundle).find((path) => path.includes(name));
          if (!file) throw new Error(`No font in the build is called ${name}`);
          return {
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${file}`,
              crossorigin: true,
            },
            injectTo: "head",
          };
        });
      },
    },
  };
}
