import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { serveCanned } from "../testing/canned-api";
import { capture } from "../testing/capture";
import { makeTempFolder } from "../testing/temp-folder";
import { connectTo } from "./connection";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "token" };
const hurried = { ...env, FAIRCLICK_TIMEOUT: "0.3" };
const never = () => new Promise<Response>(() => {});
const change = ["links", "decide", "disable", "k7Gh2mQ", "--reason", "why", "--yes", "--api"];

describe("a request without a response", () => {
  const hung = serveCanned(never);
  const withoutDatabase = serveCanned(({ path }) => {
    if (path === "/healthz") return Response.json({ status: "ok" });
    const parts = { database: { ok: false, detail: "not reachable" } };
    return path === "/readyz" ? Response.json({ parts }, { status: 503 }) : never();
  });
  const busy = serveCanned(({ path }) => {
    const parts = { database: { ok: true, detail: "reachable" } };
    return path.startsWith("/api/") ? never() : Response.json({ parts });
  });

  it("times out, and names the server that does not answer", async () => {
    const { exitCode, err } = await capture(["links", "list", "--api", hung.url], { env: hurried });
    expect(exitCode).toBe(3);
    expect(err).toContain(`The server at ${hung.url} does not answer: waited 0.3 s.`);
  });

  it("distinguishes the server from its database", async () => {
    const line = ["links", "list", "--api", withoutDatabase.url];
    const { exitCode, err } = await capture(line, { env: hurried });
    expect(exitCode).toBe(3);
    expect(err).toContain("answers, but its database does not");
    expect(err).not.toContain("Nothing answers");
  });

  it("distinguishes a busy server from one that is down", async () => {
    const { err } = await capture(["links", "list", "--api", busy.url], { env: hurried });
    expect(err).toContain("is up, but has not answered this request");
  });

  it("says that a change may have been made", async () => {
    const { err } = await capture([...change, busy.url], { env: hurried });
    expect(err).toContain("It is unknown whether the change was made");
    const read = await capture(["links", "list", "--api", busy.url], { env: hurried });
    expect(read.err).not.toContain("unknown");
  });

  it("rejects an invalid limit", async () => {
    const line = ["links", "list", "--api", busy.url];
    const { exitCode, err } = await capture(line, { env: { ...env, FAIRCLICK_TIMEOUT: "soon" } });
    expect(exitCode).toBe(2);
    expect(err).toContain("FAIRCLICK_TIMEOUT");
  });
});

describe("a response that arrives in parts", () => {
  const parts = ['{"status":"success",', '"data":[],', '"nextCursor":', "null}"];
  const slow = (count: number) =>
    serveCanned(({ path }) => {
      if (!path.startsWith("/api/")) return Response.json({});
      const body = new ReadableStream({
        start: async (stream) => {
          for (const part of parts.slice(0, count)) {
            stream.enqueue(new TextEncoder().encode(part));
            await sleep(250);
          }
          if (count === parts.length) stream.close();
        },
      });
      return new Response(body, { headers: { "content-type": "application/json" } });
    });
  const whole = slow(parts.length);
  const halted = slow(2);

  it("may take longer than the limit while data arrives", async () => {
    const api = connectTo({ api: whole.url, token: null }, { timeoutMs: 700 });
    const startedAt = performance.now();
    const { data } = await api.call((client) => client.api.admin.operators.$get());
    expect(data).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThan(700);
  });

  it("times out when data stops", async () => {
    const api = connectTo({ api: halted.url, token: null }, { timeoutMs: 700 });
    await expect(api.call((client) => client.api.admin.operators.$get())).rejects.toThrow(
      "has not answered this request (0.7 s)",
    );
  });
});

it("uses a token that was renewed in another window", async () => {
  const { url, seen } = serveRenewal;
  let token = "old";
  const api = connectTo({ api: url, token }, { findAgain: () => ({ api: url, token }) });
  const read = () => api.call((client) => client.api.admin.me.$get());
  await expect(read()).rejects.toThrow("Sign in again");
  token = "new";
  expect((await read()).data.name).toBe("ann");
  await read();
  const tokens = seen.map(({ authorization }) => authorization);
  expect(tokens).toEqual(["Bearer old", "Bearer old", "Bearer new", "Bearer new"]);
});

const serveRenewal = serveCanned(({ authorization }) => {
  const message = "Sign in again";
  const refusal = { status: "error", code: "unauthenticated", message, error: message };
  return authorization === "Bearer new"
    ? Response.json({ status: "success", data: { name: "ann", scopes: [] } })
    : Response.json(refusal, { status: 401 });
});

it("never sends a renewed token to another address", async () => {
  const { url, seen } = serveRenewal;
  const before = seen.length;
  const findAgain = () => ({ api: "http://127.0.0.1:9", token: "new" });
  const api = connectTo({ api: url, token: "old" }, { findAgain });
  await expect(api.call((client) => client.api.admin.me.$get())).rejects.toThrow("Sign in again");
  expect(seen.length).toBe(before + 1);
});
