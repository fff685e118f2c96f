import { expect, it } from "vitest";
import { writePreloads } from "./spa";

const tag = (file: string, attribute: string) =>
  `<link rel="modulepreload" crossorigin href="/assets/${file}.js" ${attribute}>`;
const html = `<head>
    <link rel="modulepreload" crossorigin href="/assets/app.js">
    ${tag("hub", 'data-page="/app/creator-hub"')}
    ${tag("landing", 'data-page="/"')}
  </head>`;
const listFiles = (page: string) =>
  [...page.matchAll(/assets\/(\w+)\.js/g)].map(([, file]) => file);

it.each([
  ["/app/creator-hub", ["app", "hub"]],
  ["/", ["app", "landing"]],
  [null, ["app"]],
] as const)("keeps at %s the preloads of %j", (page, files) => {
  expect(listFiles(writePreloads(html, page))).toEqual(files);
});
