import type { AdminLinkDetails } from "@fairclick/core/clicks/operated";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";

const link: AdminLinkDetails = {
  code: "k3Xw9Rab",
  campaignId: "01900000-0000-7000-8000-0000000000c1",
  campaign: "Tower of Tests",
  creatorId: "01900000-0000-7000-8000-0000000000f1",
  creator: "chris",
  creatorVerified: true,
  joinedAt: "2026-03-01T12:00:00.000Z",
  disabledBy: "operator",
  disabledAt: "2026-03-02T12:00:00.000Z",
  clicks: { total: 45, pending: 2, valid: 30, invalid: 10, held: 2, unpaid: 1 },
  paidMicros: "45000",
  pendingMicros: "3000",
  heldMicros: "3000",
  lastDay: { clicks: 12, paidMicros: "9000" },
  names: [
    { name: "bio", removed: true, valid: 3, invalid: 1, held: 0, unpaid: 0, paidMicros: "4500" },
  ],
  findings: [],
};

async function show(changes: Partial<AdminLinkDetails> = {}, ...words: string[]) {
  const data = { ...link, ...changes };
  const api = serveCanned(() => Response.json({ status: "success", data }));
  const env = { FAIRCLICK_TOKEN: "fco_ann" };
  const { out } = await capture(["links", "show", link.code, ...words, "--api", api.url], { env });
  expect(api.seen[0]?.path).toBe("/api/admin/links/k3Xw9Rab");
  return out;
}

it("prints a link with its state, money and names", async () => {
  expect(await show()).toMatchInlineSnapshot(`
    "link      k3Xw9Rab
    campaign  Tower of Tests (01900000-0000-7000-8000-0000000000c1)
    creator   chris (01900000-0000-7000-8000-0000000000f1), verified
    joined    2026-03-01 12:00:00
    state     disabled by operator, 2026-03-02 12:00:00
    clicks    45: 30 valid, 10 invalid, 2 held, 1 unpaid, 2 pending
    paid      $0.045
    held      $0.003 of held clicks
    pending   $0.003 of pending clicks
    last day  12 clicks judged, $0.009 paid

    name           valid  invalid  held  unpaid  paid
    bio (removed)  3      1        0     0       $0.0045

    No findings.
    "
  `);
});

it("says that a live link has no names", async () => {
  const out = await show({ disabledBy: null, disabledAt: null, names: [] });
  expect(out).toContain("state     live\n");
  expect(out).toContain("No names.");
});

it("prints JSON", async () => {
  expect(JSON.parse(await show({}, "--json"))).toEqual(link);
});
