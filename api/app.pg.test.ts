import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "@fairclick/services/config";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { replaceBooksProof } from "@fairclick/sql/money/book-checks";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { startApi } from "./start-api";
import { createTestApp } from "./testing/test-app";

const webDist = await mkdtemp(join(tmpdir(), "fairclick-web-"));
afterAll(() => rm(webDist, { recursive: true }));
const links = { known: 0 };
const { call, db, owner, deps } = await createTestApp({
  config: { webDist, trustedProxies: ["10.0.0.0/8"] },
  deps: () => ({ countCachedLinks: () => links.known }),
});

describe("probes", () => {
  it("report that the process is running", async () => {
    const { status, json } = await call("GET", "/healthz");
    expect([status, json]).toEqual([200, { status: "ok" }]);
  });

  it("report that all parts are available", async () => {
    const { status, json } = await call("GET", "/readyz");
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ready: true,
      parts: {
        database: { ok: true },
        migrations: { ok: true, detail: "current" },
        queue: { ok: true, detail: "postgres" },
      },
    });
  });

  it("report missing migrations", async () => {
    await owner`update migrations set name = '0000_other' where name = 'schema.sql'`;
    const { status, json } = await call("GET", "/readyz");
    expect(status).toBe(503);
    expect(json.parts.migrations).toEqual({
      ok: false,
      detail: "not applied: schema.sql; of another version: 0000_other",
    });
    await owner`update migrations set name = 'schema.sql' where name = '0000_other'`;
  });

  it("stay ready with a warning if the database is newer than the api", async () => {
    await owner`insert into migrations (name, hash) values ('9999_future.sql', '')`;
    const { status, json } = await call("GET", "/readyz");
    await owner`delete from migrations where name = '9999_future.sql'`;
    expect([status, json.ready, json.parts.migrations.ok]).toEqual([200, true, false]);
    expect(json.warnings).toContain("migrations: of another version: 9999_future.sql");
  });

  it("contain warnings for a person", async () => {
    const seen = "2026-11-20T06:00:00.000Z";
    await owner`
      insert into worker_heartbeats (worker_id, host, seen_at)
      values (gen_random_uuid(), 'gone', ${seen})`;
    await advanceJudgedUpTo(db.sql, { shard: 0, shards: 1, watermark: new Date(seen) });
    const checks = [{ name: "ledger_sums_to_zero", differences: 2 }];
    await withTx(db, (tx) => replaceBooksProof(tx, { proof: "books", checks }));
    const { status, json } = await call("GET", "/readyz");
    await owner`delete from worker_heartbeats`;
    await owner`delete from judged_shards`;
    await owner`delete from books_proofs`;
    expect([status, json.ready]).toEqual([200, true]);
    expect(json.warnings).toEqual(
      expect.arrayContaining([
        `workers: none is alive, since ${seen}`,
        expect.stringContaining(`settlement: clicks are judged up to ${seen}`),
        "books: differ: ledger_sums_to_zero 2",
      ]),
    );
  });
});

describe("metrics", () => {
  it("count requests by route, not by address", async () => {
    await call("GET", "/api/campaigns/00000000-0000-7000-8000-000000000000");
    const { status, text } = await call("GET", "/metrics");
    expect(status).toBe(200);
    expect(text).toContain('route="/api/campaigns/:id"');
    expect(text).not.toContain("00000000-0000-7000");
  });

  const away = { postgres: "postgres://fairclick@127.0.0.1:9/none", redis: "redis://127.0.0.1:9" };

  it.each([
    ["a new installation", {}, [1, 1]],
    ["Postgres away", { DATABASE_URL: away.postgres }, [0, 0]],
    ["Redis away", { REDIS_URL: away.redis }, [1, 0]],
    ["both away", { DATABASE_URL: away.postgres, REDIS_URL: away.redis }, [0, 0]],
  ])("are complete with %s", async (_, change, [database, queue]) => {
    const here = { DATABASE_URL: deps.config.databaseUrl, DATA_DIR: webDist, PORT: "0" };
    const config = readConfig({ ...here, ...change });
    const api = startApi(config, pino({ level: "silent" }));
    const answer = await fetch(`http://127.0.0.1:${api.port}/metrics`);
    const text = await answer.text();
    await api.stop();
    expect(answer.status).toBe(200);
    expect(text).toContain(`\nfairclick_database_up ${database}\n`);
    expect(text).toContain(`\nfairclick_queue_up ${queue}\n`);
    expect(text).toContain('\nfairclick_redirects_total{outcome="unavailable"} 0\n');
    expect(text).toContain("\nfairclick_spool_bytes 0\n");
    expect(text.includes('\nfairclick_check_status{check="workers"} 1\n')).toBe(database === 1);
  });

  it("are not for the public", async () => {
    for (const ip of ["198.51.100.1", "8.8.8.8", "10.1.2.3"]) {
      expect((await call("GET", "/metrics", { ip })).status).toBe(404);
    }
    const proxied = { headers: { "x-forwarded-for": "127.0.0.1" } };
    expect((await call("GET", "/metrics", proxied)).status).toBe(404);
  });
});

describe("every answer", () => {
  it("carries a request id and a strict policy", async () => {
    const { headers } = await call("GET", "/healthz");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  it("is JSON for unknown paths under /api", async () => {
    for (const [method, path] of [
      ["GET", "/api/nothing"],
      ["POST", "/api/nothing"],
      ["DELETE", "/api/campaigns"],
      ["POST", "/nothing"],
    ] as const) {
      const { status, json } = await call(method, path, { headers: { accept: "text/html" } });
      expect([status, json.code], path).toEqual([404, "not_found"]);
    }
  });

  it("is a fixed text and a request id for an unexpected error", async () => {
    await owner`alter table campaigns rename to elsewhere`;
    const { status, json, headers } = await call("GET", "/api/campaigns?scope=all");
    await owner`alter table elsewhere rename to campaigns`;
    expect(status).toBe(500);
    expect(json).toEqual({
      status: "error",
      code: "internal",
      message: "Something went wrong on our side. Please try again.",
      error: "Something went wrong on our side. Please try again.",
      requestId: headers.get("x-request-id"),
    });
  });
});

it("keeps crawlers out of the trap and of private pages, and names the sitemap", async () => {
  const { text } = await call("GET", "/robots.txt");
  expect(text).toContain("Disallow: /api/clicks/trap/\n");
  expect(text).toContain("Disallow: /app/\n");
  expect(text).toContain("Sitemap: http://localhost:3000/sitemap.xml\n");
});

it("lists the public pages in the sitemap", async () => {
  const { status, text, headers } = await call("GET", "/sitemap.xml");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^application\/xml/);
  const paths = [...text.matchAll(/<loc>http:\/\/localhost:3000(.*?)<\/loc>/g)].map(([, at]) => at);
  expect(paths).toEqual(expect.arrayContaining(["/", "/campaigns", "/terms", "/docs"]));
  expect(paths).not.toContain("/forgot-password");
  expect(paths.some((path) => path?.startsWith("/campaigns/"))).toBe(false);
});

describe("the web app", () => {
  const page = { headers: { accept: "text/html,application/xhtml+xml" } };

  it("answers 404 until it is built", async () => {
    expect((await call("GET", "/", page)).status).toBe(404);
  });

  it("answers every page of the app with index.html and the page's title, and serves files", async () => {
    await writeFile(join(webDist, "index.html"), "<!doctype html><title>Fairclick</title><p>App");
    await Bun.write(join(webDist, "assets/app-1a2b.js"), "x".repeat(5_000));
    for (const [path, title] of [
      ["/login", "Log in · Fairclick"],
      ["/app/creator-hub", "Fairclick"],
      ["/register?role=creator", "Sign up · Fairclick"],
      ["/app/campaigns/create?x=1", "Fairclick"],
    ] as const) {
      const { status, text, headers } = await call("GET", path, page);
      expect([status, text.startsWith("<!doctype html>"), text.endsWith("<p>App")], path).toEqual([
        200,
        true,
        true,
      ]);
      expect(/<title>(.*)<\/title>/.exec(text)?.[1]).toBe(title);
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(headers.get("content-type")).toMatch(/^text\/html/);
    }
    const script = await call("GET", "/assets/app-1a2b.js");
    expect(script.text).toBe("x".repeat(5_000));
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect(script.headers.get("content-type")).toMatch(/javascript/);
  });

  it.each([
    ["br, gzip", "br", "as brotli"],
    ["gzip", "gzip", "as gzip"],
    ["identity", null, "x".repeat(5_000)],
  ])(
    "sends the build's compressed files to clients that accept %s",
    async (accepted, encoding, body) => {
      await Bun.write(join(webDist, "assets/app-1a2c.js"), "x".repeat(5_000));
      await Bun.write(join(webDist, "assets/app-1a2c.js.br"), "as brotli");
      await Bun.write(join(webDist, "assets/app-1a2c.js.gz"), "as gzip");
      const { headers, text } = await call("GET", "/assets/app-1a2c.js", {
        headers: { "accept-encoding": accepted },
      });
      expect([headers.get("content-encoding"), text]).toEqual([encoding, body]);
      expect(headers.get("vary")).toBe("accept-encoding");
      expect(headers.get("content-type")).toMatch(/javascript/);
      expect(headers.get("cache-control")).toContain("immutable");
    },
  );

  it("sends other responses uncompressed, and never compresses twice", async () => {
    const plain = await call("GET", "/assets/app-1a2b.js", {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect([plain.headers.get("content-encoding"), plain.text]).toEqual([null, "x".repeat(5_000)]);
    const etag = plain.headers.get("etag") ?? "";
    const again = await call("GET", "/assets/app-1a2b.js", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("names public pages to search engines and link previews, and no others", async () => {
    const indexed = await call("GET", "/campaigns", page);
    expect(indexed.text).toContain('<link rel="canonical" href="http://localhost:3000/campaigns">');
    expect(indexed.text).toContain('content="http://localhost:3000/icons/preview.png"');
    const messenger = { accept: "*/*", "user-agent": "facebookexternalhit/1.1" };
    expect((await call("GET", "/campaigns", { headers: messenger })).text).toBe(indexed.text);
    expect((await call("GET", "/login", { headers: { accept: "*/*" } })).status).toBe(200);
    expect((await call("GET", "/app/wallet", { headers: { accept: "*/*" } })).status).toBe(404);
    const program = await call("GET", "/campaigns", { headers: { accept: "*/*" } });
    expect([program.status, program.json.code]).toEqual([401, "unauthenticated"]);
    for (const path of ["/app/wallet", "/nothing", "/forgot-password"]) {
      const { text } = await call("GET", path, page);
      expect(text, path).toContain('<meta name="robots" content="noindex">');
      expect(text, path).not.toContain("canonical");
    }
  });

  it("sends pages in the theme and the built language that the browser's cookies name", async () => {
    await writeFile(join(webDist, "index.html"), '<!doctype html><html lang="en"><title>F</title>');
    const open = (cookie: string) =>
      call("GET", "/login", { headers: { ...page.headers, cookie } });
    const dark = await open("a=b; fc_theme=dark");
    expect(dark.text).toContain('<html lang="en" data-theme="dark">');
    expect(dark.headers.get("vary")).toBe("accept-encoding, accept-language, cookie");
    expect((await open("fc_theme=dark; fc_language=es")).text).toContain('lang="en"');
    await writeFile(join(webDist, "index.es.html"), '<!doctype html><html lang="es"><p>Hola');
    expect((await open("fc_theme=dark; fc_language=es")).text).toContain(
      '<html lang="es" data-theme="dark"><p>Hola',
    );
    const hostile = await open('fc_theme=%22%3E%3Cscript%3E; fc_theme="><script>');
    expect(hostile.text).toContain('<html lang="en">');
    expect(hostile.headers.get("etag")).not.toBe(dark.headers.get("etag"));
  });

  it("compresses each page, and revalidates it by its content", async () => {
    const headers = { ...page.headers, "accept-encoding": "gzip" };
    const first = await call("GET", "/terms", { headers });
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const etag = first.headers.get("etag") ?? "";
    const again = { headers: { ...headers, "if-none-match": etag } };
    expect((await call("GET", "/terms", again)).status).toBe(304);
    expect((await call("GET", "/privacy", again)).status).toBe(200);
  });

  it("serves a new build immediately", async () => {
    await writeFile(join(webDist, "index.html"), "<!doctype html><title>App</title><p>Newer");
    expect((await call("GET", "/", page)).text).toContain("Newer");
  });

  it.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/.env",
    "/%00",
    "/%ff",
    "/assets/missing.js",
    "/assets",
    "/icons/preview.png",
  ])("serves no other files: %s", async (path) => {
    await writeFile(join(webDist, "../secret.txt"), "secret");
    const { status, text } = await call("GET", path);
    await rm(join(webDist, "../secret.txt"), { force: true });
    expect(status).toBe(404);
    expect(text).not.toContain("secret");
  });
});

it("is ready for visitors of links alone while the database is down and it knows links", async () => {
  await db.end();
  const { status, json, headers } = await call("GET", "/api/campaigns?scope=all");
  expect([status, json.code]).toEqual([503, "unavailable"]);
  expect(headers.get("retry-after")).toBe("5");
  const ready = await call("GET", "/readyz/redirect");
  expect([ready.status, ready.json.parts.database]).toEqual([
    503,
    { ok: false, detail: "not reachable" },
  ]);
  links.known = 1;
  expect((await call("GET", "/readyz")).status).toBe(503);
  const redirecting = await call("GET", "/readyz/redirect");
  expect(redirecting).toMatchObject({ status: 200, json: { ready: false, redirects: true } });
  expect(redirecting.json.warnings).toContain("database: not reachable");
  expect(deps.config.webDist).toBe(webDist);
});
