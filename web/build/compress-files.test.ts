import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { expect, it } from "vitest";
import { compressFiles } from "./plugins";
import { buildSite } from "./testing/build-site";

const long = "/* Every click has a receipt. */\n".repeat(100);
const page = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`;

it("writes a .br and a .gz of the same content beside long texts, far smaller", async () => {
  const { names, read } = await buildSite({
    plugin: compressFiles(),
    files: { "index.html": page(`<meta name="description" content="${long}">`) },
  });
  expect(names).toEqual(["index.html", "index.html.br", "index.html.gz"]);
  const [plain, br, gz] = await Promise.all(names.map(read));
  expect(await promisify(brotliDecompress)(br ?? "")).toEqual(plain);
  expect(await promisify(gunzip)(gz ?? "")).toEqual(plain);
  for (const small of [br, gz]) expect(small?.length).toBeLessThan(long.length / 10);
});

it.each(["main.js", "look.css", "mark.svg"])("compresses a long %s", async (name) => {
  const { names } = await buildSite({
    plugin: compressFiles(),
    files: { "index.html": page(link(name)), [name]: textFor(name) },
  });
  expect(names.filter((built) => /\.(br|gz)$/.test(built))).toHaveLength(2);
});

it("does not compress short texts and images", async () => {
  const { names } = await buildSite({
    plugin: compressFiles(),
    files: {
      "index.html": page(`<link rel="icon" href="/photo.png">`),
      "photo.png": new Uint8Array(5_000),
    },
  });
  expect(names).toEqual(["index.html", "photo.png"]);
});

function link(name: string): string {
  if (name.endsWith(".js")) return `<script type="module" src="/${name}"></script>`;
  const rel = name.endsWith(".css") ? "stylesheet" : "icon";
  return `<link rel="${rel}" href="/${name}">`;
}

function textFor(name: string): string {
  if (name.endsWith(".js")) return `console.log(${JSON.stringify(long)});`;
  if (name.endsWith(".css")) return `body::after { content: "${"receipt ".repeat(200)}"; }`;
  return `<svg xmlns="http://www.w3.org/2000/svg"><desc>${long}</desc></svg>`;
}
