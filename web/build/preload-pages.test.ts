import { expect, it } from "vitest";
import { preloadPages } from "./first-load";
import { buildSite } from "./testing/build-site";

const files = {
  "index.html": `<!doctype html><html><head><script type="module" src="/main.js"></script></head></html>`,
  "main.js": `globalThis.pages = [() => import("./routes/hub.js"), () => import("./other.js")]; import "./shared.js";`,
  "shared.js": `globalThis.shared = () => console.log("shared");`,
  "routes/hub.js": `import "../shared.js"; import { card } from "../card.js"; console.log("hub", card); globalThis.later = () => import("../other.js");`,
  "other.js": `import { card } from "./card.js"; console.log("other", card);`,
  "card.js": `export const card = { made: Date.now() };`,
};
const build = (page: string) => buildSite({ plugin: preloadPages({ "/hub": [page] }), files });

it("names the files of a page, with what they import, but not the app's", async () => {
  const { read } = await build("routes/hub.js");
  const tags = String(await read("index.html")).match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
  const named = (attribute: string) => tags.filter((tag) => tag.includes(attribute));
  const files = named('data-page="/hub"').map((tag) => /assets\/(\w+)-/.exec(tag)?.[1]);
  expect(files.toSorted()).toEqual(["card", "hub"]);
  expect(tags.join()).not.toMatch(/index\.js|other-/);
});

it("fails the build if no chunk contains a page's file", async () => {
  await expect(build("routes/gone.js")).rejects.toThrow("no chunk contains routes/gone.js");
});
