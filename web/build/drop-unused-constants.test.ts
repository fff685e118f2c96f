import { expect, it } from "vitest";
import { dropUnusedConstants } from "./drop-unused-constants";
import { buildSite } from "./testing/build-site";

const made = `const make = (name) => ({ name, at: globalThis.made.push(name) });`;
const files = {
  "index.html": `<!doctype html><html><head><script type="module" src="/main.js"></script></head></html>`,
  "main.js": `import { used } from "./core/rules.ts"; import { shown } from "./pages/rules.ts"; console.log(used, shown);`,
  "core/rules.ts": `${made} export const used: object = make("used"); export const unused = make("unused core");`,
  "pages/rules.ts": `${made} export const shown = make("shown"); export const unused = make("unused page");`,
};

it("keeps of core only the constants that a page uses, and all others everywhere else", async () => {
  const { names, read } = await buildSite({ plugin: dropUnusedConstants(), files });
  const scripts = names.filter((name) => name.endsWith(".js"));
  const text = (await Promise.all(scripts.map(read))).map(String).join();
  for (const kept of ["used", "shown", "unused page"]) expect(text).toContain(kept);
  expect(text).not.toContain("unused core");
});
