import { createServer } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { certificate, certificateKey } from "../outgoing/testing/certificate";
import { examineCertificates, judgeCertificate } from "./examine-host";

const now = new Date("2026-11-23T12:00:00Z");
const server = createServer({ cert: certificate, key: certificateKey }, (socket) => socket.end());
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

it.each([
  [60, null, "ok", "valid until 2027-01-22"],
  [14, null, "ok", "valid until 2026-12-07"],
  [13, null, "warn", "expires in 13 days"],
  [-1, null, "fail", "has expired"],
  [60, "self-signed certificate", "fail", "self-signed certificate"],
])("judges a certificate with %i days left, problem %s: %s", (days, problem, status, detail) => {
  const found = judgeCertificate("tls", "fairclick.example", {
    validTo: inDays(days),
    problem,
    now,
  });
  expect(found).toMatchObject({ status, detail: expect.stringContaining(detail) });
});

it("reads the certificate of a server, and says why browsers refuse it", async () => {
  const appUrl = `https://127.0.0.1:${port}`;
  const [found, ...others] = await examineCertificates({ appUrl, trackingUrl: appUrl }, now);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ check: "tls", status: "fail" });
  expect(found?.detail).toContain(`browsers refuse the certificate of 127.0.0.1:${port}`);
});

it("warns if a server does not answer, and asks nothing of plain addresses", async () => {
  const found = await examineCertificates(
    { appUrl: "http://localhost:3000", trackingUrl: "https://127.0.0.1:9" },
    now,
  );
  expect(found).toMatchObject([{ check: "tls links", status: "warn" }]);
});
