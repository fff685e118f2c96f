import { CREATOR, change, DECIDED_AT, type Examples, success } from "../reference/story";

const range = {
  range: "198.51.100.0/24",
  effect: "allow",
  reason: "A school that Chris visited",
  operator: "Olivia",
  decidedAt: DECIDED_AT,
};
const list = { name: "vpn", version: "9f3c1d2", date: "2026-11-20" };

export const ipDataExamples: Examples = {
  "GET /api/admin/ip-data": {
    answer: success({
      downloads: true,
      lists: [
        {
          ...list,
          class: "vpn",
          licence: "MIT",
          ranges: 10_654,
          problem: null,
          source: "https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt",
          fetchedAt: "2026-11-21T03:00:04.120Z",
          checkedAt: "2026-11-21T03:00:04.120Z",
          triedAt: "2026-11-21T03:00:04.120Z",
        },
      ].map(({ date: _date, ...facts }) => facts),
      operatorRanges: [range],
      warnings: [],
    }),
  },
  "GET /api/admin/ip-data/lookup": {
    answer: success({
      address: "81.2.69.142",
      network: "81.2.69.142",
      asn: 20712,
      asnKind: null,
      lists: [{ name: "vpn", class: "vpn", range: "81.2.69.0/24", date: "2026-11-20" }],
      operatorRange: null,
      signals: [{ signal: "vpn", evidence: { list: "vpn", range: "81.2.69.0/24" } }],
      verdict: "held",
    }),
  },
  "GET /api/admin/ip-data/sign-ins": {
    answer: success([
      { userId: CREATOR, username: "Chris", addresses: 2, lastSeenAt: "2026-11-21T09:00:00.000Z" },
    ]),
  },
  "POST /api/admin/ip-data/update": {
    answer: success([{ name: "vpn", outcome: "updated", ranges: 10_654, problem: null }]),
  },
  "POST /api/admin/ip-data/ranges": {
    ...change("ip_range.deny", `ip_range:${range.range}`, {
      before: { effect: null, reason: null },
      after: { effect: "deny", reason: range.reason },
    }),
    body: { range: range.range, effect: range.effect, reason: range.reason },
  },
  "POST /api/admin/ip-data/ranges/remove": {
    ...change("ip_range.remove", `ip_range:${range.range}`, {
      before: { effect: range.effect, reason: range.reason },
      after: { effect: null, reason: null },
    }),
    body: { range: range.range, reason: "They have moved" },
  },
};
