import { makePng } from "@fairclick/services/campaigns/testing/images";
import { type FetchImage, type FetchPage, SendProblem } from "@fairclick/services/outgoing";
import { beforeEach, expect, it } from "vitest";
import { campaignInput, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const PATH = "/api/campaigns/game";
const roblox = "https://www.roblox.com/games/1818/Lava-Tower";
const elsewhere = "https://lava.example/play";

let pages: Record<string, string | null> = {};
let images: Record<string, Uint8Array<ArrayBuffer>> = {};
let redirected: ((url: URL) => boolean) | null = null;
const fetchPage: FetchPage = async (url, isExpected) => {
  redirected = isExpected;
  const page = pages[url];
  if (page === undefined) throw new SendProblem("The server answered 403");
  return page;
};
const fetchImage: FetchImage = async (url) => {
  const image = images[url];
  if (!image) throw new SendProblem("The server answers with something that is not a picture");
  return image;
};
const app = await createTestApp({
  config: { trustedHosts: ["roblox.com"] },
  deps: () => ({ fetchPage, fetchImage }),
});
const { call } = app;
const dana = await register(app, "dana");
const ask = (json: object) => call("POST", PATH, { token: dana.token, json });

beforeEach(() => {
  pages = {};
  images = {};
});

const head = (metas: string) => `<html><head>${metas}</head><body></body></html>`;

it("reads title, text and picture of a game's page, and stores the picture as an upload", async () => {
  pages[roblox] = head(`
    <meta property="og:title" content="Lava Tower &amp; Friends">
    <meta name="description" content="Climb.&#x202e; It burns.">
    <meta property="og:image" content="/cover.png">`);
  images["https://www.roblox.com/cover.png"] = await makePng();
  const { status, json } = await ask({ gameUrl: roblox, reads: true });
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    ...{ title: "Lava Tower & Friends", description: "Climb.  It burns.", review: null },
  });
  const cover = { hash: json.data.coverHash, alt: "" };
  const launched = { ...campaignInput(app), gameUrl: roblox, cover };
  const { status: created } = await call("POST", "/api/campaigns", {
    token: dana.token,
    json: launched,
  });
  expect(created).toBe(201);
});

it("leaves fields empty that it cannot read, and stays on the site", async () => {
  const unread = { title: null, description: null, coverHash: null };
  expect((await ask({ gameUrl: roblox, reads: true })).json.data).toMatchObject(unread);
  pages[elsewhere] = null;
  expect((await ask({ gameUrl: elsewhere, reads: true })).json.data).toMatchObject(unread);
  pages[elsewhere] = head(`<meta property="og:image" content="https://lava.example/huge.png">`);
  expect((await ask({ gameUrl: elsewhere, reads: true })).json.data).toMatchObject(unread);
  expect(redirected?.(new URL("https://www.lava.example/x"))).toBe(true);
  expect(redirected?.(new URL("https://other.example/"))).toBe(false);
});

it("asks no host more than sixty times an hour, whoever wants its page or picture", async () => {
  const victim = "https://victim.example/picture.png";
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  Object.defineProperty(images, victim, { get: count });
  const people = await Promise.all(Array.from({ length: 7 }, (_, n) => register(app, `eve${n}`)));
  for (const [n, { token }] of people.entries()) {
    for (let game = 0; game < 10; game += 1) {
      const gameUrl = `https://g${n}-${game}.example/`;
      pages[gameUrl] = head(`<meta property="og:image" content="${victim}">`);
      await call("POST", PATH, { token, json: { gameUrl, reads: true } });
    }
  }
  expect(asked).toBe(60);
});

it("bounds what a page says", async () => {
  pages[roblox] = head(`<meta property="og:title" content="${"a".repeat(50_000)}">
    <meta property="og:description" content="${"b ".repeat(50_000)}">`);
  const { title, description } = (await ask({ gameUrl: roblox, reads: true })).json.data;
  expect([title.length, description.length]).toEqual([120, 999]);
});

it("says before anything is paid that a campaign would wait for review, and fetches nothing for it", async () => {
  redirected = null;
  const { json } = await ask({ gameUrl: elsewhere });
  expect(json.data.review).toContain("An operator decides within 24 hours.");
  expect(redirected).toBeNull();
  const saved = await call("POST", "/api/campaigns", {
    token: dana.token,
    json: { ...campaignInput(app), gameUrl: elsewhere },
  });
  expect(saved.json.data.status).toBe("AWAITING_FUNDS");
  expect(saved.json.message).toContain("pay that, and it goes to review.");
});

it("reads for nobody without an account, and refuses what is no game URL", async () => {
  expect((await call("POST", PATH, { json: { gameUrl: roblox, reads: true } })).status).toBe(401);
  expect((await ask({ gameUrl: "javascript:alert(1)" })).status).toBe(422);
});
