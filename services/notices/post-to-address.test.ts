import { expect, it, onTestFinished } from "vitest";
import { certificate, certificateKey } from "../outgoing/testing/certificate";
import { postToAddress } from "./deliver-webhooks";

function serve(respond: (request: Request) => Response | Promise<Response>, secure = true) {
  const tls = { key: certificateKey, cert: certificate };
  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, fetch: respond },
    ...(secure && { tls }),
  });
  onTestFinished(() => server.stop(true));
  return server.port;
}

const send = (url: string, timeoutMs = 5_000) =>
  postToAddress({
    url: new URL(url),
    address: "127.0.0.1",
    headers: { "webhook-signature": "v1,c2lnbmVk" },
    body: '{"name":"Köln"}',
    ca: certificate,
    deadline: AbortSignal.timeout(timeoutMs),
  });

it("connects to the address and names the host", async () => {
  const seen: unknown[] = [];
  const port = serve(async ({ method, url, headers, ...request }) => {
    seen.push(method, new URL(url).pathname, headers.get("host"));
    seen.push(headers.get("webhook-signature"), request);
    return new Response("ok", { status: 202 });
  });
  expect(await send(`https://hooks.example:${port}/a?b=c`)).toBe(202);
  expect(seen.slice(0, 4)).toEqual(["POST", "/a", `hooks.example:${port}`, "v1,c2lnbmVk"]);
});

it("sends the body byte by byte", async () => {
  let body = "";
  const port = serve(async (request) => {
    body = await request.text();
    return new Response();
  });
  await send(`https://hooks.example:${port}/`);
  expect(body).toBe('{"name":"Köln"}');
});

it("refuses a certificate of another name", async () => {
  let requests = 0;
  const port = serve(() => {
    requests += 1;
    return new Response();
  });
  await expect(send(`https://other.example:${port}/`)).rejects.toThrow("No answer (");
  expect(requests).toBe(0);
});

it("follows no redirect", async () => {
  const paths: string[] = [];
  const port = serve(({ url }) => {
    paths.push(new URL(url).pathname);
    return new Response(null, { status: 307, headers: { location: "/private" } });
  });
  expect(await send(`https://hooks.example:${port}/`)).toBe(307);
  expect(paths).toEqual(["/"]);
});

it("does not wait for the end of a response without end", async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: async (stream) => {
          stream.enqueue(new Uint8Array(65_536));
          await Bun.sleep(1);
        },
      }),
    );
  const port = serve(endless, false);
  expect(await send(`http://hooks.example:${port}/`)).toBe(200);
});

it("gives up a server that does not answer", async () => {
  const port = serve(() => Bun.sleep(5_000).then(() => new Response()), false);
  await expect(send(`http://hooks.example:${port}/`, 100)).rejects.toThrow(
    "No answer within 10 seconds",
  );
});

it("says why there is no answer", async () => {
  const port = serve(() => new Response());
  await expect(send(`http://hooks.example:${port}/`)).rejects.toThrow(/^No answer \(.+\)$/);
});
