import { afterAll } from "vitest";

type Seen = { path: string; authorization: string | null; json?: unknown };

/** Starts a server that answers every call with `answer` and records the requests, without queries. */
export function serveCanned(
  answer: (request: Seen, query: URLSearchParams) => Response | Promise<Response>,
): { url: string; seen: Seen[] } {
  const seen: Seen[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const received = {
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        ...(request.method === "GET" ? {} : { json: await request.json().catch(() => null) }),
      };
      seen.push(received);
      return answer(received, new URL(request.url).searchParams);
    },
  });
  afterAll(() => server.stop(true));
  return { url: `http://127.0.0.1:${server.port}`, seen };
}
