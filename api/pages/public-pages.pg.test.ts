import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import { expect, it } from "vitest";
import { launch } from "../testing/people";
import { createTestApp } from "../testing/test-app";
import { openPublicPages } from "./public-pages";

const webDist = await mkdtemp(join(tmpdir(), "public-pages-"));
const html = `<!doctype html>
<html lang="en">
<head><title>Fairclick</title><meta name="description" content="x">
<script type="module" src="/assets/app.js"></script>
<link rel="modulepreload" href="/assets/more.js">
<link rel="stylesheet" href="/assets/app.css">
<link rel="me" title="Twitter" href="https://x.example/fairclick">
<link rel="me" title="Discord" href="%VITE_DISCORD_URL%">
</head>
<body><p>App</body>`;
await writeFile(join(webDist, "index.html"), html);
await writeFile(join(webDist, "index.es.html"), html.replace('lang="en"', 'lang="es"'));
await Bun.write(join(webDist, "icons/icon-192.png"), "a picture");
const css = 'p{color:red}q{content:"$&"}';
await Bun.write(join(webDist, "assets/app.css"), css);
const app = await createTestApp({ config: { webDist } });
const { call, owner, db, deps } = app;

const asPage = { accept: "text/html", "accept-language": "en" };

async function read(path: string, headers: Record<string, string> = asPage) {
  const { status, text, headers: sent } = await call("GET", path, { headers });
  const tag = (name: string) =>
    new RegExp(`(?:name|property|rel)="${name}" (?:content|href)="([^"]*)"`).exec(text)?.[1];
  return { status, text, tag, sent, title: /<title>(.*?)<\/title>/.exec(text)?.[1] };
}

const hostile = {
  name: `Tower "of" <b>Fun</b>`,
  description: `Climb.\n"><script>alert(1)</script> ${"high ".repeat(100)}`,
};

it.each([
  ["/", "en", /<h1[^>]*>Ad systems are broken/],
  ["/es", "es", /<h1[^>]*>Los sistemas de publicidad/],
  ["/campaigns", "en", /<h1[^>]*>All campaigns/],
  ["/es/campaigns", "es", /<h1[^>]*>Todas las campañas/],
  ["/rules", "en", /<h1[^>]*>The rules for clicks[\s\S]*No list of VPNs is loaded/],
  ["/terms", "en", /<h1[^>]*>Terms/],
  ["/es/privacy", "es", /<h1[^>]*>Privacidad/],
])(
  "sends %s complete, with one script and the style sheet, which the policy names",
  async (path, language, heading) => {
    const { status, text, sent } = await read(path);
    expect([status, /<html lang="(\w+)"/.exec(text)?.[1]]).toEqual([200, language]);
    expect(text).toMatch(heading);
    expect(text).toContain(`<style>${css}</style>`);
    expect(text).not.toMatch(/<p>App|modulepreload|stylesheet|<script [^>]*src|Not known yet/);
    const [script = "", ...others] = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, code]) => code,
    );
    const hash = (content: string) => createHash("sha256").update(content).digest("base64");
    expect(others).toEqual([]);
    const policy = sent.get("content-security-policy");
    expect(policy).toContain(`script-src 'sha256-${hash(script)}';`);
    expect(policy).toContain(`style-src 'sha256-${hash(css)}';`);
    expect([sent.get("cache-control"), sent.get("vary")]).toEqual([
      "no-cache",
      "accept-encoding, accept-language, cookie",
    ]);
    const again = await call("GET", path, {
      headers: { ...asPage, "if-none-match": sent.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  },
);

it("tells search engines one address per language, and answers the plain one in the visitor's", async () => {
  const spanish = { accept: "text/html", "accept-language": "es-MX" };
  for (const [path, headers, canonical] of [
    ["/rules", asPage, "/rules"],
    ["/rules", spanish, "/es/rules"],
    ["/es/rules", asPage, "/es/rules"],
    ["/es", asPage, "/es"],
  ] as const) {
    const { tag, text } = await read(path, headers);
    expect(tag("canonical"), path).toBe(`http://localhost:3000${canonical}`);
    const plain = canonical.replace("/es", "") || "/";
    for (const [language, at] of [
      ["en", plain],
      ["es", plain === "/" ? "/es" : `/es${plain}`],
      ["x-default", plain],
    ]) {
      expect(text).toContain(`hreflang="${language}" href="http://localhost:3000${at}">`);
    }
  }
  expect((await read("/es/rules")).text).toContain('href="/es/terms"');
  expect((await read("/rules", spanish)).text).toContain('href="/terms"');
});

it("tells link previews and readers what a campaign pays, with its texts as text", async () => {
  const { id } = await launch(app, hostile);
  const { status, text, tag, title } = await read(`/campaigns/${id.toUpperCase()}`, {
    accept: "*/*",
  });
  expect(status).toBe(200);
  expect(title).toBe(
    "Tower &quot;of&quot; &lt;b&gt;Fun&lt;/b&gt;: $1.50 per 1,000 clicks · Fairclick",
  );
  expect(tag("og:title")).toBe(title);
  const description = tag("og:description") ?? "";
  expect(description).toMatch(/^Creators earn \$1\.50 per 1,000 valid clicks\. Climb\. &quot;&gt;/);
  expect(description.length).toBeLessThan(260);
  expect(tag("og:image")).toMatch(/^http:\/\/localhost:3000\/covers\/drawn\/tf-obby-\d+\.png$/);
  expect(tag("canonical")).toBe(`http://localhost:3000/campaigns/${id}`);
  expect(text).toMatch(/<h1[^>]*>Tower &quot;of&quot; &lt;b&gt;Fun&lt;\/b&gt;<\/h1>/);
  expect(text).toMatch(/>Play the game</);
  expect(text).toMatch(/>Sign up and join</);
  expect(text).not.toMatch(/Not known yet|Budget lasts/);
  const listed = await read(`/campaigns?search=${encodeURIComponent('"><i>fun')}`);
  expect(listed.text).toContain("“&quot;&gt;&lt;i&gt;fun”");
  for (const page of [text, listed.text, (await read("/")).text, (await read("/campaigns")).text]) {
    expect(page).not.toMatch(/<script>alert|<b>Fun|<i>fun/);
  }
});

const now = new Date();
const waiting = { forced_pause_by: "review", forced_pause_at: now, forced_pause_reason: "New" };

it.each([
  ["waits for review", 200, { ...waiting, paused_at: now }],
  ["was stopped", 200, { disabled_at: now }],
  ["was paused", 200, { paused_at: now }],
  ["was never funded", 404, { funded_at: null }],
])("does not advertise a campaign that %s", async (_state, status, change) => {
  const { id } = await launch(app, { name: "Secret plan", description: "Free coins" });
  await owner`update campaigns set ${owner(change)} where id = ${id}`;
  const page = await read(`/campaigns/${id}`);
  expect([page.status, page.text.includes("Secret"), page.text.includes("coins")]).toEqual([
    status,
    false,
    false,
  ]);
  expect(page.text).toContain('name="robots" content="noindex"');
  expect(page.text).toMatch(/href="\/campaigns"[^>]*>See open campaigns</);
});

it("says why nobody can join a campaign that has ended", async () => {
  const { id } = await launch(app, { name: "Old tower" });
  await owner`update campaigns set ends_at = '2026-03-09Z', starts_at = '2026-03-01Z' where id = ${id}`;
  const { text } = await read(`/campaigns/${id}`);
  expect(text).toContain("Creators cannot join now: Ended.");
  expect(text).toContain("Mar 8, 2026 (UTC)");
  expect(text).toMatch(/href="\/campaigns"[^>]*>See open campaigns</);
  expect(text).not.toMatch(/Sign up and join|get paid per valid click</);
});

it("answers unknown and malformed addresses with 404 and a way on", async () => {
  for (const id of [
    "unknown",
    crypto.randomUUID(),
    "%27;drop table users",
    `${crypto.randomUUID()}/x`,
  ]) {
    const page = await read(`/campaigns/${id}`);
    expect([page.status, page.title], id).toEqual([404, "There is no campaign here · Fairclick"]);
    expect(page.text).toContain("See open campaigns");
  }
});

it("reads Postgres once for a crowd, and ignores parameters that it does not know", async () => {
  let reads = 0;
  const sql = new Proxy(db.sql, {
    apply: (target, self, parts) => {
      reads += 1;
      return Reflect.apply(target, self, parts);
    },
  });
  const render = openPublicPages({ ...deps, db: { ...db, sql } });
  const view = { path: "/campaigns", inAddress: false, elsewhere: [] };
  const ask = (query: string) =>
    render({ view, query: new URLSearchParams(query), ip: "203.0.113.9" });
  await ask("");
  const once = reads;
  expect(once).toBeGreaterThan(0);
  reads = 0;
  const pages = await Promise.all(
    Array.from({ length: 200 }, (_, n) => ask(`x=${n}&genre=none&sort=fit&cursor=1`)),
  );
  expect([reads <= once, new Set(pages).size]).toEqual([true, 1]);
});

it("shows a page to others while somebody with too many requests is refused", async () => {
  const refused = Promise.withResolvers<never>();
  const limits = {
    ...deps.limits,
    take: async (_limit: string, key: string) =>
      key.startsWith("198.51.100.") ? refused.promise : undefined,
  };
  const render = openPublicPages({ ...deps, limits });
  const view = { path: "/campaigns", inAddress: false, elsewhere: [] };
  const ask = (ip: string) => render({ view, query: new URLSearchParams(), ip });
  const attacker = ask("198.51.100.7");
  const other = ask("203.0.113.9");
  refused.reject(new AppError("rate_limited", "Too many requests"));
  expect([(await attacker)?.status, (await other)?.status]).toEqual([503, 200]);
});

it("links to the places that the app was built with", async () => {
  const { text } = await read("/terms");
  expect(text).toContain('<a href="https://x.example/fairclick" rel="noopener noreferrer">Twitter');
  expect(text).not.toContain("Discord");
});

it("sends scripts without what browsers read on pages alone, and never a page so", async () => {
  await Bun.write(join(webDist, "assets/app.js"), "let a;");
  const ofPages = ["content-security-policy", "x-frame-options", "permissions-policy"];
  for (const [path, sent] of [
    ["/assets/app.js", false],
    ["/assets/none.js", true],
    ["/rules", true],
  ] as const) {
    const { headers } = await call("GET", path, { headers: asPage });
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(
      ofPages.map((name) => headers.has(name)),
      path,
    ).toEqual([sent, sent, sent]);
  }
  const { headers } = await call("GET", "/assets/app.js");
  const bytes = [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  expect(bytes).toBeLessThan(450);
});

it("answers /favicon.ico", async () => {
  const { status, headers } = await call("GET", "/favicon.ico");
  expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
});

it("explains itself while the database is down, and says so where it cannot", async () => {
  const { id } = await launch(app, {});
  await db.end();
  expect((await read("/privacy")).status).toBe(200);
  expect((await read("/", { ...asPage, "accept-language": "es" })).status).toBe(200);
  const page = await read(`/campaigns/${id}`);
  expect([page.status, page.sent.get("retry-after")]).toEqual([503, "10"]);
  expect(page.text).toContain("Please try again in a minute.");
});
