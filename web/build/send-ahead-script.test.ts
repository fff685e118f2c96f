import { expect, it } from "vitest";
import { injectSendAheadScript } from "./plugins";
import { buildSite } from "./testing/build-site";

const files = {
  "index.html": `<!doctype html><html><head><title>Page</title><script type="module" src="/main.js"></script></head></html>`,
  "main.js": `console.log("drawn");`,
  "send-ahead.js": `console.log("sent");`,
};

it("puts the send-ahead script before everything else in the page", async () => {
  const { read } = await buildSite({
    plugin: injectSendAheadScript(),
    files,
    input: { index: "index.html", "send-ahead": "send-ahead.js" },
  });
  const html = String(await read("index.html"));
  const [head] = /<script[^>]*send-ahead\.js[^>]*>/.exec(html) ?? [];
  expect(head).toContain("async");
  expect(head).toContain('fetchpriority="high"');
  expect(html.indexOf("send-ahead.js")).toBeLessThan(html.indexOf("<title>"));
  expect(html.indexOf("send-ahead.js")).toBeLessThan(html.indexOf("index.js"));
});

it("fails a build without such a script", async () => {
  await expect(buildSite({ plugin: injectSendAheadScript(), files })).rejects.toThrow(
    "The build contains no send-ahead script",
  );
});
