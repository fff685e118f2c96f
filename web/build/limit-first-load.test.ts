import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { limitFirstLoad } from "./first-load";
import { buildSite } from "./testing/build-site";

/** Code that stays this large however it is compressed. */
const code = (exported: string, kilobytes: number) =>
  `export const ${exported} = "${randomBytes(kilobytes * 1_000).toString("base64")}";`;

const site = {
  "index.html": `<!doctype html><script type="module" src="/main.js"></script>`,
  "main.js": `globalThis.pages = [() => import("./routes/home.js"), () => import("./routes/other.js")];`,
  "routes/other.js": `export { shared } from "../shared.js";`,
  "routes/home.js": `
    import { shared } from "../shared.js";
    console.log(shared);
    globalThis.later = () => import("../chart.js");`,
  "shared.js": code("shared", 20),
  "chart.js": code("chart", 60),
};

const limit = (kilobytes: number, file = "routes/home.js") =>
  buildSite({ plugin: limitFirstLoad({ kilobytes, pages: { "/": file } }), files: site });

describe("the limit of the first load", () => {
  it("accepts a page below it, and prints its size without lazy code", async () => {
    const { said } = await limit(30);
    const [, size] = /\/: ([\d.]+) kB of JavaScript at first load \(limit 30 kB\)/.exec(said) ?? [];
    expect(Number(size)).toBeGreaterThan(20);
    expect(Number(size)).toBeLessThan(30);
  });

  it("fails the build above it, with the page, its size and the limit", async () => {
    await expect(limit(15)).rejects.toThrow(
      /\/: 2\d\.\d kB of JavaScript at first load \(limit 15 kB\)/,
    );
  });

  it("fails the build if no chunk contains a page's file", async () => {
    await expect(limit(30, "routes/gone.js")).rejects.toThrow("no chunk contains routes/gone.js");
  });
});
