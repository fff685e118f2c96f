import type { RelatedUsers } from "@fairclick/core/accounts/users";
import { expect, it } from "vitest";
import { describeFlows, describeRelated } from "./describe";

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

it("names each account with its state, money and ties", () => {
  expect(describeRelated(ring)).toEqual([
    [
      ...["aie", "active", "$0.18"],
      'same bank account or card: bie; 22 paid clicks from here on links of: bie; same device: quo"te\\',
    ],
    [
      ...["bie", "suspended", "$0.18"],
      "same bank account or card: aie; 22 paid clicks from the home of: aie; same address 86.14.55.9: die",
    ],
    ['quo"te\\', "active", "$0.18", "same device: aie; pay each other's links: die"],
    [
      ...["die", "deleted", "$0.18"],
      "same address 86.14.55.9: bie; pay each other's links: quo\"te\\",
    ],
  ]);
});

it("says what they paid each other, and when there are more", () => {
  expect(describeFlows({ ...ring, isPartial: true })).toEqual([
    "aie paid bie $1.80 for 1,200 clicks",
    "4 accounts or more, $1.80 between them.",
  ]);
  const alone = { ...ring, accounts: ring.accounts.slice(0, 1), flows: [], betweenMicros: "0" };
  expect(describeFlows(alone)).toEqual(["1 account, $0.00 between them."]);
});
