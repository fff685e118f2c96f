import { every } from "hono/combine";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";

const json = /^application\/json\b/;
const MIN_BYTES = 1_024;

/**
 * Sets `content-length`, which `compress` needs to skip short responses. Files are streamed, and may
 * be larger than the memory.
 */
const measure = createMiddleware(async (c, next) => {
  await next();
  if (!json.test(c.res.headers.get("content-type") ?? "")) return;
  if (c.res.headers.has("content-disposition")) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set("content-length", String(body.byteLength));
});

const gzip = every(
  compress({ encoding: "gzip", threshold: MIN_BYTES, contentTypeFilter: json }),
  measure,
);

/**
 * Compresses long JSON responses to GET. Responses to POST stay uncompressed: they may hold tokens
 * and keys, and a compressed length can leak parts of a secret.
 */
export const compressResponses = createMiddleware((c, next) =>
  c.req.method === "GET" ? gzip(c, next) : next(),
);
