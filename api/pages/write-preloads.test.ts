import { expect, it } from "vitest";
import { writePreloads } from "./write-preloads";

const tag = (file: string, attribute: string) =>
  `<link rel="modulepreload" crossorigin href="/assets/${file}.js" ${attribute}>`;
const html = `<head>
    <link rel="modulepreload" crossorigin href="/assets/app.js">
    ${tag("hub", 'data-page="/app/creator-hub"')}
    ${tag("landing", 'data-page="/"')}
    ${tag("spanish", 'data-language="es"')}
  </head>`;
const filesOf = (page: string) => [...page.matchAll(/assets\/(\w+)\.js/g)].map(([, file]) => file);

it.each([
  ["/app/creator-hub", "en", ["app", "hub"]],
  ["/app/creator-hub", "es", ["app", "hub", "spanish"]],
  ["/", "en", ["app", "landing"]],
  ["/app/profile", "en", ["app"]],
] as const)("keeps at %s in %s the preloads of %j", (page, language, files) => {
  expect(filesOf(writePreloads(html, { page, language }))).toEqual(files);
});
