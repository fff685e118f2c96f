import { expect, it } from "vitest";
import { addAskAheadScript } from "./ask-ahead-script";
import { buildSite } from "./testing/build-site";

const files = {
  "index.html": `<!doctype html><html><head><title>Page</title><script type="module" src="/main.js"></script></head></html>`,
  "main.js": `console.log("drawn");`,
  "ask-ahead.js": `console.log("asked");`,
};

it("puts the script that asks ahead before everything else in the page", async () => {
  const { read } = await buildSite({
    plugin: addAskAheadScript(),
    files,
    input: { index: "index.html", "ask-ahead": "ask-ahead.js" },
  });
  const html = String(await read("index.html"));
  const [head] = /<script[^>]*ask-ahead\.js[^>]*>/.exec(html) ?? [];
  expect(head).toContain("async");
  expect(head).toContain('fetchpriority="high"');
  expect(html.indexOf("ask-ahead.js")).toBeLessThan(html.indexOf("<title>"));
  expect(html.indexOf("ask-ahead.js")).toBeLessThan(html.indexOf("index.js"));
});

it("fails a build that holds no such script", async () => {
  await expect(buildSite({ plugin: addAskAheadScript(), files })).rejects.toThrow(
    "The build holds no script that asks ahead",
  );
});
