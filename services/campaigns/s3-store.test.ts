import { coverFiles } from "@fairclick/core/campaigns/cover-files";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openCoverStore } from "./covers";

/** A stand-in for a service that speaks S3. */
const objects = new Map<string, Uint8Array>();
const seen: { method: string; authorization: string | null }[] = [];
let isAway = false;
const server = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const { method } = request;
    seen.push({ method, authorization: request.headers.get("authorization") });
    if (isAway) return new Response("<Error><Code>InternalError</Code></Error>", { status: 500 });
    if (method === "PUT") {
      objects.set(pathname, await request.bytes());
      return new Response("");
    }
    if (method === "DELETE") {
      objects.delete(pathname);
      return new Response(null, { status: 204 });
    }
    const found = objects.get(pathname);
    if (found) return new Response(new Uint8Array(found));
    return new Response("<Error><Code>NoSuchKey</Code><Message>None</Message></Error>", {
      status: 404,
      headers: { "content-type": "application/xml" },
    });
  },
});
afterAll(() => server.stop(true));
beforeEach(() => {
  isAway = false;
  objects.clear();
});

const store = openCoverStore({
  dataDir: "/nowhere",
  s3: {
    bucket: "pictures",
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "eu-central-1",
    accessKeyId: "AKIDEXAMPLE",
    secretKey: "a secret",
  },
});
const hash = "a".repeat(64);
const bytes = new Uint8Array([1, 2, 3]);

it("writes, reads and removes files in the bucket, with signed requests", async () => {
  await store.write(hash, "640.webp", bytes);
  expect([...objects.keys()]).toEqual([`/pictures/covers/${hash}/640.webp`]);
  expect(await store.read(hash, "640.webp")).toEqual(bytes);
  for (const file of coverFiles) await store.write(hash, file, bytes);
  await store.write("b".repeat(64), "640.webp", bytes);
  await store.remove(hash);
  expect([...objects.keys()]).toEqual([`/pictures/covers/${"b".repeat(64)}/640.webp`]);
  await store.remove(hash);
  for (const { authorization } of seen) {
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3/,
    );
    expect(authorization).not.toContain("a secret");
  }
});

it("returns null for a file that is not there, and throws if the service is away", async () => {
  expect(await store.read(hash, "640.webp")).toBeNull();
  isAway = true;
  await expect(store.read(hash, "640.webp")).rejects.toThrow();
  await expect(store.write(hash, "640.webp", bytes)).rejects.toThrow();
  await expect(store.remove(hash)).rejects.toThrow();
});
