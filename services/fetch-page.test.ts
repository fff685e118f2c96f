import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createImageFetcher,
  createPageFetcher,
  type OutgoingRequest,
  sendRequest,
} from "./outgoing";
import { certificate, certificateKey } from "./outgoing/testing/certificate";

const html = { "content-type": "text/html; charset=utf-8" };
const host = "hooks.example";

type Respond = (request: Request) => Response | Promise<Response>;

/** Serves a public website on this machine: the fetcher sees the addresses of `names`. */
function serve(
  respond: Respond,
  { names = {} as Record<string, string[]>, timeoutMs = 3_000 } = {},
) {
  const requests: Headers[] = [];
  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, tls: { key: certificateKey, cert: certificate } },
    fetch: (request) => {
      requests.push(new Headers(request.headers));
      return respond(request);
    },
  });
  onTestFinished(() => server.stop(true));
  const origin = `https://${host}:${server.port}`;
  const connected: string[] = [];
  const options = {
    appUrl: "https://fairclick.example",
    resolve: async (name: string) => names[name] ?? ["8.8.8.8"],
    timeoutMs,
    send: (outgoing: OutgoingRequest) => {
      connected.push(outgoing.address);
      return sendRequest({ ...outgoing, address: "127.0.0.1", ca: certificate });
    },
  };
  const fetchPage = createPageFetcher(options);
  const fetchImage = createImageFetcher(options);
  const fetch = (path = "/", isExpected = (_: URL) => true) => fetchPage(origin + path, isExpected);
  return { fetch, fetchPage, fetchImage, origin, requests, connected };
}

it("returns a page, names itself, and sends no cookie", async () => {
  const { fetch, requests, connected } = serve(
    () => new Response("<p>Grüße</p>", { headers: { ...html, "set-cookie": "a=b" } }),
  );
  expect(await fetch("/a?b=c")).toBe("<p>Grüße</p>");
  await fetch();
  expect(connected).toEqual(["8.8.8.8", "8.8.8.8"]);
  const [first, second] = requests;
  expect(first?.get("user-agent")).toContain("Fairclick/1.0; +https://fairclick.example");
  expect(second?.get("cookie")).toBeNull();
});

it.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
] as const)("decompresses %s", async (encoding, compress) => {
  const { fetch } = serve(
    () => new Response(compress("hello"), { headers: { ...html, "content-encoding": encoding } }),
  );
  expect(await fetch()).toBe("hello");
});

describe("stops after a megabyte of", () => {
  it("a page without end", async () => {
    const endless = () =>
      new ReadableStream({
        pull: async (stream) => {
          stream.enqueue(new Uint8Array(65_536).fill(97));
          await Bun.sleep(0);
        },
      });
    const { fetch } = serve(() => new Response(endless(), { headers: html }));
    expect((await fetch())?.length).toBe(1_000_000);
  });

  it("a bomb of 200 megabytes in 200 kilobytes", async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, 97));
    const headers = { ...html, "content-encoding": "gzip" };
    const { fetch } = serve(() => new Response(bomb, { headers }));
    const before = process.memoryUsage().rss;
    expect((await fetch())?.length).toBe(1_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

it("gives up a server that sends a byte at a time", async () => {
  const drip = () =>
    new ReadableStream({
      pull: async (stream) => {
        stream.enqueue(new Uint8Array(1));
        await Bun.sleep(20);
      },
    });
  const { fetch } = serve(() => new Response(drip(), { headers: html }), { timeoutMs: 300 });
  await expect(fetch()).rejects.toThrow("No answer within 10 seconds");
});

it.each<[string, () => Response]>([
  ["is not a page", () => new Response("{}", { headers: { "content-type": "application/json" } })],
  ["is not a page", () => new Response("<p>", { headers: { "content-type": "image/svg+xml" } })],
  [
    "unknown way",
    () => new Response("x", { headers: { ...html, "content-encoding": "gzip, gzip" } }),
  ],
  [
    "No answer",
    () => new Response("no gzip", { headers: { ...html, "content-encoding": "gzip" } }),
  ],
  ["answered 403", () => new Response("", { status: 403, headers: html })],
  ["answered 300", () => new Response("", { status: 300, headers: html })],
])("says that the answer %s", async (problem, respond) => {
  await expect(serve(respond).fetch()).rejects.toThrow(problem);
});

it.each([404, 410])("returns null for status %i", async (status) => {
  expect(await serve(() => new Response("gone", { status })).fetch()).toBeNull();
});

describe("redirects", () => {
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
  const hops = (count: number): Respond => {
    let left = count;
    return () => {
      left -= 1;
      return left < 0 ? new Response("found", { headers: html }) : redirect(`/hop${left}`);
    };
  };

  it("are followed twice, and not a third time", async () => {
    expect(await serve(hops(2)).fetch()).toBe("found");
    await expect(serve(hops(3)).fetch()).rejects.toThrow("redirects too often");
  });

  it.each([
    ["https://169.254.169.254/latest/meta-data", "host name, not a number"],
    ["https://metadata.google.internal/", "public internet"],
    ["http://hooks.example/", "https://"],
    ["file:///etc/passwd", "https://"],
    ["https://localhost/", "public internet"],
    ["https://user:pass@hooks.example/", "no user name"],
    ["https://", "must be a URL"],
    [`https://private.${host}/`, "outside the public internet"],
  ])("to %s are not followed", async (location, problem) => {
    const names = { [`private.${host}`]: ["8.8.8.8", "10.0.0.1"] };
    const { fetch, requests } = serve(() => redirect(location), { names });
    await expect(fetch()).rejects.toThrow(problem);
    expect(requests).toHaveLength(1);
  });

  it("to another page are not followed", async () => {
    const { fetch, requests } = serve(() => redirect("/elsewhere"));
    const isExpected = ({ pathname }: URL) => pathname === "/";
    await expect(fetch("/", isExpected)).rejects.toThrow("another page: hooks.example");
    expect(requests).toHaveLength(1);
  });
});

it("connects to the address that was checked, also if the name moves meanwhile", async () => {
  const answers = [["8.8.4.4"], ["127.0.0.1"]];
  const connected: string[] = [];
  const fetchPage = createPageFetcher({
    appUrl: "https://fairclick.example",
    resolve: async () => answers.shift() ?? [],
    send: async ({ address }) => {
      connected.push(address);
      throw new Error("reached");
    },
  });
  await expect(fetchPage("https://rebind.example/", () => true)).rejects.toThrow("reached");
  await expect(fetchPage("https://rebind.example/", () => true)).rejects.toThrow("outside");
  expect(connected).toEqual(["8.8.4.4"]);
});

it("fetches a picture of less than 5 MB, from public addresses only", async () => {
  const names = { "inside.example": ["10.0.0.1"] };
  const { fetchImage, origin } = serve(
    ({ url }) =>
      new Response(url.endsWith("huge") ? new Uint8Array(6_000_000) : new Uint8Array([1, 2, 3]), {
        headers: { "content-type": "image/png" },
      }),
    { names },
  );
  expect(await fetchImage(`${origin}/a`)).toEqual(new Uint8Array([1, 2, 3]));
  await expect(fetchImage(`${origin}/huge`)).rejects.toThrow("too large");
  await expect(fetchImage("https://inside.example/a")).rejects.toThrow("outside");
});
