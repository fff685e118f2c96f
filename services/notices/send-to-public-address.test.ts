import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendToPublicAddress } from "./deliver-webhooks";

let hits = 0;
const server = Bun.serve({
  ...{ hostname: "127.0.0.1", port: 0 },
  fetch: () => {
    hits += 1;
    return new Response();
  },
});
afterAll(() => server.stop(true));
beforeEach(() => {
  hits = 0;
});

/** Sends to an address that must not be reached, so it does not wait long for an answer. */
const send = (url: string, addresses: string[][] = []) => {
  const resolve = async () => addresses.shift() ?? [];
  const outgoing = { url, headers: {}, body: "{}" };
  return sendToPublicAddress(outgoing, { allowLocal: false, resolve, timeoutMs: 300 });
};

describe("refuses a name that leads to", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fd00::1",
    "fe80::1",
    "ff02::1",
    "fe80::1%eth0",
    "::127.0.0.1",
    "0:0:0:0:0:ffff:10.0.0.1",
    "127.1",
    "no address",
  ])("%s, also beside a public address", async (address) => {
    for (const addresses of [[address], ["8.8.8.8", address]]) {
      await expect(send(`https://hooks.example:${server.port}/`, [addresses])).rejects.toThrow(
        "outside the public internet",
      );
    }
    expect(hits).toBe(0);
  });
});

it("resolves a name once: a second answer leads nowhere", async () => {
  const answers = [["192.0.1.1"], ["127.0.0.1"]];
  await expect(send(`https://hooks.example:${server.port}/`, answers)).rejects.toThrow("No answer");
  expect(answers).toEqual([["127.0.0.1"]]);
  expect(hits).toBe(0);
});

it.each(["http://127.0.0.1", "https://[::1]", "http://localhost", "https://2130706433"])(
  "refuses %s, even if it was stored",
  async (origin) => {
    await expect(send(`${origin}:${server.port}/`)).rejects.toThrow();
    expect(hits).toBe(0);
  },
);

it("refuses a name without an address, and one that does not resolve", async () => {
  await expect(send("https://hooks.example/", [[]])).rejects.toThrow("has no address");
  const failing = { allowLocal: false, resolve: () => Promise.reject(new Error("ENOTFOUND")) };
  await expect(
    sendToPublicAddress({ url: "https://hooks.example/", headers: {}, body: "" }, failing),
  ).rejects.toThrow("could not be resolved");
});

it("gives up a name server that does not answer", async () => {
  const never = { allowLocal: false, timeoutMs: 50, resolve: () => new Promise<never>(() => {}) };
  await expect(
    sendToPublicAddress({ url: "https://hooks.example/", headers: {}, body: "" }, never),
  ).rejects.toThrow("No answer within 10 seconds");
});

it("reaches this machine in a local stack", async () => {
  const outgoing = { url: `http://127.0.0.1:${server.port}/`, headers: {}, body: "{}" };
  const local = { allowLocal: true, resolve: async () => [], timeoutMs: 60_000 };
  expect(await sendToPublicAddress(outgoing, local)).toBe(200);
  expect(hits).toBe(1);
});
