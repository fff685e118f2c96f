import { beforeAll, expect, it } from "vitest";
import { campaignInput, launch, register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const app = await createTestApp();
const takesGzip = { "accept-encoding": "gzip, deflate, br" };
const long = "Climb the tower, floor by floor. ".repeat(40);

/** Returns the raw response: `call` would read a compressed one as text. */
async function get(path: string, { token = "", headers = {} } = {}) {
  const response = await app.app.request(
    path,
    { headers: { authorization: `Bearer ${token}`, ...headers } },
    { peerIp: "127.0.0.1" },
  );
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

let creator: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  creator = await register(app, "creator");
  for (let n = 0; n < 5; n++) await launch(app, { description: long });
});

it("compresses a list for clients that accept gzip only", async () => {
  const plain = await get("/api/campaigns", creator);
  const small = await get("/api/campaigns", { ...creator, headers: takesGzip });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(small.headers.get("content-encoding")).toBe("gzip");
  expect(Bun.gunzipSync(small.bytes)).toEqual(plain.bytes);
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(small.headers.get("content-length")).toBeNull();
  for (const { headers } of [plain, small]) expect(headers.get("vary")).toBe("Accept-Encoding");
});

it("answers the paths without /api in the same way", async () => {
  const { headers } = await get("/campaigns", {
    ...creator,
    headers: { ...takesGzip, accept: "application/json" },
  });
  expect(headers.get("content-encoding")).toBe("gzip");
});

it("does not compress short responses and errors", async () => {
  for (const path of ["/api/auth/me", "/api/users/dashboard", "/api/nothing"]) {
    const { headers, bytes } = await get(path, { ...creator, headers: takesGzip });
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("content-length")).toBe(String(bytes.length));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toBeTypeOf("object");
  }
});

it("does not compress responses to POST, which can hold tokens and keys", async () => {
  const { developer } = await launch(app);
  const { headers, json } = await app.call("POST", "/api/campaigns", {
    token: developer.token,
    json: campaignInput(app, { description: long }),
    headers: takesGzip,
  });
  expect(JSON.stringify(json).length).toBeGreaterThan(1_024);
  expect(headers.get("content-encoding")).toBeNull();
});

it("does not buffer live clicks", async () => {
  const { id } = await launch(app);
  await app.call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  const { body, headers } = await app.app.request(
    `/api/events?link=${id}`,
    { headers: { authorization: `Bearer ${creator.token}`, ...takesGzip } },
    { peerIp: "127.0.0.1" },
  );
  expect(headers.get("content-type")).toContain("text/event-stream");
  expect(headers.get("content-encoding")).toBeNull();
  const reader = body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toContain("retry:");
  await reader?.cancel();
});
