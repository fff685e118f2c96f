import { createHash } from "node:crypto";
import { afterAll } from "vitest";
import { ipSources } from "../ip-sources";

export type ListServer = {
  url: string;
  /** Published lists by source name; null responds with 404. */
  lists: Map<string, string | null>;
  /** How often each list was sent in full. */
  sent: Map<string, number>;
  /** How many requests were received. */
  asked: () => number;
};

/** Serves lists of a realistic size, with entity tags, as the real sources do. */
export function serveLists(): ListServer {
  const lists = new Map<string, string | null>(
    ipSources.map(({ name, class: sourceClass, minRanges }, i) => [
      name,
      sourceClass === "asn" || sourceClass === "country"
        ? makeTable(name, minRanges)
        : makeList(20 + i, minRanges),
    ]),
  );
  const sent = new Map<string, number>();
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      asked += 1;
      const { pathname } = new URL(request.url);
      const source = ipSources.find(({ path }) => pathname === `/${path}`);
      const text = source && lists.get(source.name);
      if (!source || typeof text !== "string") return new Response("Not found", { status: 404 });
      const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
      sent.set(source.name, (sent.get(source.name) ?? 0) + 1);
      return new Response(text, { headers: { etag } });
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, lists, sent, asked: () => asked };
}

/** Returns `ranges` distinct networks within one /8. */
export function makeList(firstOctet: number, ranges: number): string {
  return Array.from({ length: ranges }, (_, i) => `${firstOctet}.${i >> 8}.${i & 255}.0/24`).join(
    "\n",
  );
}

/** Returns a table of `ranges` ranges: IPv4 in 60.0.0.0/8 and above, or IPv6 in 2a00::/16. */
export function makeTable(name: string, ranges: number): string {
  const numbers = name.startsWith("country")
    ? (i: number) => (i % 2 === 0 ? "DE" : "FR")
    : (i: number) => `${100_000 + (i % 50_000)},"Carrier ${i}, Inc."`;
  const lines = Array.from({ length: ranges }, (_, i) => {
    if (name.endsWith("-v6")) {
      const network = `2a00:${i.toString(16)}:`;
      return `${network}:,${network}ffff:ffff:ffff:ffff:ffff:ffff,${numbers(i)}`;
    }
    const start = `${60 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;
    return `${start}.0,${start}.255,${numbers(i)}`;
  });
  return lines.join("\n");
}
