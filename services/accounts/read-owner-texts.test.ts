import { expect, it } from "vitest";
import { readOwnerTexts } from "./channels";

const code = "fairclick-k3xw9rab";
const page = (head: string, body = "") =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

it.each([
  [`<meta name="description" content="Hi ${code}">`],
  [`<meta property="og:description" content="Hi ${code}">`],
  [`<META CONTENT='Hi ${code}' NAME="Twitter:Description">`],
  [`<meta name="fairclick" content="Hi ${code}">`],
  [`<link rel="icon me" href="https://fairclick.example/#Hi ${code}">`],
  [`<title>x</title><script>"</head>"</script><meta name=description content="Hi ${code}">`],
])("finds the code in %s", async (head) => {
  expect((await readOwnerTexts(page(head))).join()).toContain(`Hi ${code}`);
});

it.each([
  ["a comment of another's page", "", `<div class="comment">${code}</div>`],
  ["a meta element in the body", "", `<meta name="description" content="${code}">`],
  ["a head in the body", "", `<head><meta name="description" content="${code}"></head>`],
  ["a document in the body", "", `<html><head><meta name="description" content="${code}">`],
  ["a link in the body", "", `<a rel="me" href="/#${code}">x</a><link rel="me" href="/#${code}">`],
  [
    "the title, which search pages repeat",
    `<title>${code}<meta name="description" content="${code}"></title>`,
    "",
  ],
  ["a comment in the head", `<!-- <meta name="description" content="${code}"> -->`, ""],
  ["a script", `<script>let a = '<meta name="description" content="${code}">'</script>`, ""],
  [
    "an element without scripts",
    `<noscript><meta name="description" content="${code}"></noscript>`,
    "",
  ],
  ["the address of the page", `<meta property="og:url" content="https://x/?q=${code}">`, ""],
  ["a link that is not the owner's", `<link rel="canonical" href="/${code}">`, ""],
])("does not find the code in %s", async (_, head, body) => {
  expect((await readOwnerTexts(page(head, body))).join()).not.toContain(code);
});

it("reads a megabyte of nested elements in linear time", async () => {
  const before = process.cpuUsage();
  await readOwnerTexts("<html><head>".repeat(80_000));
  await readOwnerTexts(`<html><head>${'<meta name="description" content="'.repeat(30_000)}`);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
