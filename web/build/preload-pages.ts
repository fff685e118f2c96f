import type { HtmlTagDescriptor, Plugin } from "vite";
import { findChunks, findRouteChunk, withImports } from "./chunks.ts";

/**
 * Names in the page the files that a page needs besides the app's own, so that they load beside it
 * instead of one round trip later. The server keeps those of the requested page
 * (`api/pages/spa.ts`).
 *
 * @param pages Files of routes by the path of their page.
 */
export function preloadPages(pages: Readonly<Record<string, string>>): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = findChunks(bundle);
        const entries = [...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name);
        const inApp = withImports(chunks, entries);
        return Object.entries(pages).flatMap(([path, file]) => {
          const chunk = findRouteChunk(chunks, file);
          if (!chunk) throw new Error(`no chunk contains ${file}`);
          const names = [...withImports(chunks, [chunk])].filter((name) => !inApp.has(name));
          return names.map((name) => tag(name, path));
        });
      },
    },
  };
}

function tag(name: string, path: string): HtmlTagDescriptor {
  return {
    tag: "link",
    attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}`, "data-page": path },
    injectTo: "head",
  };
}
