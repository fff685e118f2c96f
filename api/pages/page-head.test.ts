import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type PageHead, writeHead } from "./spa";

const html = readFileSync(join(import.meta.dirname, "../../web/index.html"), "utf8");
const head: PageHead = {
  title: "Tower of Slime",
  description: "Climb.",
  path: "/campaigns/1",
  image: { path: "/preview.png", width: 1200, height: 630, alt: "A receipt" },
};
const read = (changes: Partial<PageHead>) =>
  writeHead(html, { ...head, ...changes }, "https://fair.example");
const contents = (page: string, tag: string) =>
  [
    ...page.matchAll(new RegExp(`<(?:meta|link) [a-z]+="${tag}" (?:content|href)="([^"]*)"`, "g")),
  ].map(([, content]) => content);

it("replaces the general title and description of the app's page", () => {
  const page = read({});
  expect(page.match(/<title>.*?<\/title>/g)).toEqual(["<title>Tower of Slime</title>"]);
  expect(contents(page, "description")).toEqual(["Climb."]);
  expect(contents(page, "og:title")).toEqual(["Tower of Slime"]);
  expect(contents(page, "canonical")).toEqual(["https://fair.example/campaigns/1"]);
  expect(contents(page, "og:url")).toEqual(["https://fair.example/campaigns/1"]);
  expect(contents(page, "og:image")).toEqual(["https://fair.example/preview.png"]);
  expect(contents(page, "robots")).toEqual([]);
});

it("keeps pages without a public address out of search engines", () => {
  const page = read({ path: null });
  expect(contents(page, "robots")).toEqual(["noindex"]);
  expect(contents(page, "canonical")).toEqual([]);
});

it("escapes texts of strangers, and copies no part of the page into them", () => {
  const hostile = `"><script src=//evil.example></script>$&$'$\``;
  const page = read({ title: hostile, description: hostile });
  expect(page).not.toContain("<script src=//evil.example>");
  const escaped = "&quot;&gt;&lt;script src=//evil.example&gt;&lt;/script&gt;$&amp;$&#39;$`";
  expect(page).toContain(`<title>${escaped}</title>`);
  expect(contents(page, "og:description")).toEqual([escaped]);
});
