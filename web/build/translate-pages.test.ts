import { expect, it } from "vitest";
import { buildSite } from "./testing/build-site";
import { translatePages } from "./translate-pages";

const files = {
  "index.html": `<!doctype html><html lang="en"><head><script type="module" src="/main.js"></script></head></html>`,
  "main.js": `
    import { t } from "./t.js";
    export const shown = [t\`Save\`, () => import("./page.js"), () => import("./vendor.js")];
    globalThis.shown = shown;`,
  "t.js": `export const t = (strings) => { globalThis.said = strings.join(); return strings.join(); };`,
  "page.js": `
    import { t } from "./t.js";
    import { vendor } from "./vendor.js";
    globalThis.page = () => [t\`Close\`, vendor];`,
  "vendor.js": `export const vendor = { made: Date.now() };`,
};

const build = (catalogue: Record<string, string>) =>
  buildSite({
    plugin: translatePages({ language: "es", catalogue, expected: Object.keys(catalogue) }),
    files,
  });

const spanish = { Save: "Guardar", Close: "Cerrar" };
const listScripts = (html: Buffer) => String(html).match(/[\w./-]+\.js/g) ?? [];

it("writes a page whose scripts are translated, and that loads none in English", async () => {
  const { names, read } = await build(spanish);
  expect(String(await read("index.es.html"))).toContain('<html lang="es">');
  const [entry = "", ...others] = listScripts(await read("index.es.html"));
  expect([entry, others]).toEqual([expect.stringMatching(/^\/index\.es-[0-9a-f]{8}\.js$/), []]);
  const code = String(await read(entry));
  expect(code).toContain("Guardar");
  expect(code).not.toContain("Save");
  const loaded = [...code.matchAll(/import\([`'"]\.\/([^`'"]+)/g)].map(([, name = ""]) => name);
  const page = loaded.find((name) => name.includes("page")) ?? "";
  expect(page).toMatch(/page-.*\.es-[0-9a-f]{8}\.js$/);
  expect(String(await read(names.find((name) => name.endsWith(page)) ?? ""))).toContain("Cerrar");
});

it("shares scripts without texts, and keeps the English page as it is", async () => {
  const { names, read } = await build(spanish);
  expect(names.filter((name) => name.includes("vendor"))).toHaveLength(1);
  expect(listScripts(await read("index.html"))).toEqual(["/index.js"]);
  const code = String(await read("index.js"));
  expect(code).toContain("Save");
  expect(code).not.toMatch(/Guardar|\.es-/);
});

it("names the scripts differently when a translation changes", async () => {
  const buildName = async (catalogue: Record<string, string>) =>
    listScripts(await (await build(catalogue)).read("index.es.html"))[0];
  const first = await buildName(spanish);
  expect(await buildName(spanish)).toBe(first);
  expect(await buildName({ ...spanish, Close: "Salir" })).not.toBe(first);
});

it("fails the build if an expected text is in no script", async () => {
  await expect(build({ ...spanish, Open: "Abrir" })).rejects.toThrow(
    "No script contains these texts: Open",
  );
});
