import type { ReportCase } from "@fairclick/core/operations/cases";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const id = "01900000-0000-7000-8000-000000000001";
const reported: ReportCase = {
  kind: "reports",
  id,
  address: "evil.example/play",
  host: "evil.example",
  state: "open",
  wholeHost: false,
  openedAt: "2026-03-02T12:00:00.000Z",
  ...{ reports: 1_000, reporters: 40, networks: 1 },
  reasons: [
    { reason: "scam", reports: 999 },
    { reason: "hate", reports: 1 },
  ],
  lastReportedAt: "2026-03-02T13:00:00.000Z",
  ...{ answer: null, decidedBy: null, decidedAt: null },
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["cases", ...args, "--api", api.url], { env });
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));

it("lists addresses, and says when many reports come from one network", async () => {
  const confirmed = { ...reported, state: "accepted", wholeHost: true, answer: "It is a scam." };
  const data = [reported, { ...confirmed, decidedBy: "Ann", reasons: [] }];
  const { exitCode, out } = await run(serve({ data, nextCursor: null }), "list", "reports");
  expect(exitCode).toBe(0);
  expect(out).toContain("1000 from 40 reporters in 1 network, last 2026-03-02");
  expect(out).toContain("scam or malware 999, hate 1");
  expect(out).toContain("accepted for all of evil.example by Ann: It is a scam.");
  expect((await run(serve({ data: [], nextCursor: null }), "list", "reports")).out).toBe(
    "None found.\n",
  );
});

it("shows what people wrote on one line each", async () => {
  const item = {
    ...{ reason: "scam", signedIn: false, campaign: "Tower", code: "abcd2345" },
    ...{ text: "It asks\nfor a\u001b[31m password.", reportedAt: reported.openedAt },
  };
  const items = [item, { ...item, text: "", signedIn: true, code: null }];
  const { out } = await run(serve({ data: { ...reported, items } }), "show", id);
  expect(out).toMatch(
    /Tower, link abcd2345 {2}a visitor {2}Scam or malware: It asks\\nfor a\\u001b/,
  );
  expect(out).toMatch(/Tower {2}a user {2}Scam or malware$/m);
  expect(out).not.toContain("\u001b");
});

it.each([
  ["accept", ["--host"], { wholeHost: true }],
  ["accept", [], { wholeHost: false }],
  ["decline", [], { wholeHost: false }],
  ["reopen", [], { wholeHost: false }],
])("%ss with a reason, after confirmation %j", async (verb, options, sent) => {
  const data = {
    action: "address.confirmed",
    subject: `address:${id}`,
    ...{ before: { state: "open" }, after: { state: "confirmed" }, applied: true },
  };
  const api = serve({ data });
  expect((await run(api, "decide", verb, id, ...options, "--yes")).exitCode).toBe(2);
  expect((await run(api, "decide", verb, id, ...options, "--reason", "why")).exitCode).toBe(2);
  expect(
    (await run(api, "decide", verb, id, ...options, "--reason", "why", "--yes")).exitCode,
  ).toBe(0);
  expect(api.seen.at(-1)?.path).toBe(`/api/admin/cases/${id}/${verb}`);
  expect(api.seen.at(-1)?.json).toMatchObject({ reason: "why", dryRun: false, ...sent });
});
