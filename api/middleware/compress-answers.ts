import { every } from "hono/combine";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";

const json = /^application\/json\b/;
const MIN_BYTES = 1_024;

/** Answers do not say by themselves how long they are, and short ones are not worth compressing. */
const measure = createMiddleware(async (c, next) => {
  await next();
  if (!json.test(c.res.headers.get("content-type") ?? "")) return;
  const body = await c.res.arrayBuffer();
  c.res = new Response(body, c.res);
  c.res.headers.set("content-length", String(body.byteLength));
});

const gzip = every(
  compress({ encoding: "gzip", threshold: MIN_BYTES, contentTypeFilter: json }),
  measure,
);

/**
 * Sends long JSON compressed to whoever takes it so. Only answers to GET: tokens and keys are given in
 * answer to a POST, and no length shall tell anything of them.
 */
export const compressAnswers = createMiddleware((c, next) =>
  c.req.method === "GET" ? gzip(c, next) : next(),
);
