import type { RelatedUsers } from "@fairclick/core/accounts/users";
import { describe, expect, it } from "vitest";
import { drawRelated, toDot } from "./figures";

const account = (id: string, foundBy: string | null, given: object = {}) => ({
  id,
  username: `${id}ie`,
  createdAt: "2026-03-01T12:00:00.000Z",
  suspendedAt: null,
  deletedAt: null,
  paidMicros: "180000",
  foundBy,
  ...given,
});

const ring: RelatedUsers = {
  accounts: [
    account("a", null),
    account("b", "a", { suspendedAt: "2026-03-01T12:00:00.000Z" }),
    account("c", "a", { username: 'quo"te\\' }),
    account("d", "b", { deletedAt: "2026-03-01T12:00:00.000Z" }),
  ],
  ties: [
    { from: "a", to: "b", kind: "bank", detail: null },
    { from: "b", to: "a", kind: "clicks", detail: "22" },
    { from: "a", to: "c", kind: "device", detail: null },
    { from: "b", to: "d", kind: "address", detail: "86.14.55.9" },
    { from: "c", to: "d", kind: "funding", detail: null },
  ],
  flows: [{ from: "a", to: "b", clicks: 1_200, micros: "1800000" }],
  betweenMicros: "1800000",
  isPartial: false,
};

describe("drawRelated", () => {
  it("draws each account below the one that led to it, with ties, money and size", () => {
    expect(drawRelated(ring).join("\n")).toMatchInlineSnapshot(`
      "aie, paid $0.18
      ├─ bie (suspended), paid $0.18: same bank account or card, 22 paid clicks on bie's links from where aie was signed in
      │  └─ die (deleted), paid $0.18: same address 86.14.55.9
      └─ quo"te\\, paid $0.18: same device

      Other ties
        quo"te\\ – die: pay each other's links

      Paid clicks among them
        aie → bie: $1.80 for 1,200 clicks

      4 accounts, $1.80 between them."
    `);
  });

  it("says when nobody is tied to the account, and when there are more", () => {
    const alone = { ...ring, accounts: ring.accounts.slice(0, 1), ties: [], flows: [] };
    expect(drawRelated({ ...alone, betweenMicros: "0" })).toEqual([
      "aie, paid $0.18",
      "",
      "1 account, $0.00 between them.",
    ]);
    expect(drawRelated({ ...ring, isPartial: true }).at(-1)).toContain("4 accounts or more");
  });
});

describe("toDot", () => {
  it("writes a graph, with quotes and backslashes of names escaped", () => {
    expect(toDot(ring)).toMatchInlineSnapshot(`
      "digraph related {
        node [shape=box];
        "a" [label="aie $0.18"];
        "b" [label="bie $0.18"];
        "c" [label="quo\\"te\\\\ $0.18"];
        "d" [label="die $0.18"];
        "a" -> "b" [dir=none, label="bank"];
        "b" -> "a" [dir=none, label="clicks 22"];
        "a" -> "c" [dir=none, label="device"];
        "b" -> "d" [dir=none, label="address 86.14.55.9"];
        "c" -> "d" [dir=none, label="funding"];
        "a" -> "b" [style=bold, label="$1.80, 1200 clicks"];
      }"
    `);
  });
});
