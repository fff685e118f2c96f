import { expect, it } from "vitest";
import { lateRules } from "./late-rules";
import { buildSite } from "./testing/build-site";

const files = {
  "index.html": `<!doctype html><html><head><script type="module" src="/web/src/main.ts"></script></head></html>`,
  "web/src/main.ts": `
    import { LIMIT } from "../../core/rules.ts";
    globalThis.check = async () => [LIMIT, (await import("./form-rules.ts")).check];`,
  "web/src/form-rules.ts": `
    import { schema } from "../../core/rules.ts";
    export const check = (text) => schema.includes(text);`,
  "core/rules.ts": `
    import { z } from "zod";
    export const LIMIT: number = 40;
    export const schema = /* @__PURE__ */ z.string("the rule of " + LIMIT);`,
  "node_modules/zod/package.json": `{ "name": "zod", "type": "module", "main": "index.js", "sideEffects": false }`,
  "node_modules/zod/index.js": `export const z = { string: (text) => text + " by zod" };`,
};

it("loads schemas with the rules of a form, and not with what a page shows", async () => {
  const { names, read } = await buildSite({ plugin: lateRules(), files });
  const scripts = await Promise.all(
    names.filter((name) => name.endsWith(".js")).map(async (name) => String(await read(name))),
  );
  const [first, ...others] = scripts.filter((text) => text.includes("globalThis.check"));
  expect([others, first?.includes("by zod"), first?.includes("40")]).toEqual([[], false, true]);
  const rules = scripts.filter((text) => text.includes("by zod"));
  expect(rules).toHaveLength(1);
  expect(rules[0]).toContain("the rule of");
});
