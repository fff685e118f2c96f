import type { HtmlTagDescriptor, Plugin } from "vite";
import { chunksOf, findRouteChunk, withImports } from "./chunks.ts";

type Preloads = {
  /** Files of routes by the path of their page. */
  pages: Record<string, string>;
  /** File of a catalogue by its language. */
  languages: Record<string, string>;
};

/**
 * Names in the page the files that a page or a language needs besides the app's own, so that they
 * load beside it instead of one round trip later. The server keeps those of the requested page and
 * language (`api/pages/write-preloads.ts`).
 */
export function preloadPages({ pages, languages }: Preloads): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = chunksOf(bundle);
        const entries = [...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name);
        const inApp = withImports(chunks, entries);
        const filesOf = (file: string): string[] => {
          const chunk = findRouteChunk(chunks, file);
          if (!chunk) throw new Error(`no chunk contains ${file}`);
          return [...withImports(chunks, [chunk])].filter((name) => !inApp.has(name));
        };
        const tagsOf = (attribute: string, wanted: Record<string, string>) =>
          Object.entries(wanted).flatMap(([value, file]) =>
            filesOf(file).map((name) => tag(name, { [attribute]: value })),
          );
        return [...tagsOf("data-page", pages), ...tagsOf("data-language", languages)];
      },
    },
  };
}

function tag(name: string, attributes: Record<string, string>): HtmlTagDescriptor {
  return {
    tag: "link",
    attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}`, ...attributes },
    injectTo: "head",
  };
}
