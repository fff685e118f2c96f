import { describe, expect, it } from "vitest";
import { depositArrived } from "./money-notices";
import { findNoticeKind, noticeKinds, writeNoticeText } from "./registry";

describe.each(noticeKinds.map((kind) => [kind.kind, kind] as const))("%s", (name, kind) => {
  it("has a name of noun and verb that no other kind has", () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    expect(noticeKinds.filter((each) => each.kind === name)).toHaveLength(1);
    expect(findNoticeKind(name)).toBe(kind);
  });

  it("is always sent as a mail if the mail carries a token", () => {
    if (kind.token) expect(kind).toMatchObject({ mail: "always", inApp: false });
  });
});

it("sends no account notice and no token to webhooks", () => {
  for (const { webhook, topic, token } of noticeKinds) {
    if (webhook) expect([topic === "account", token]).toEqual([false, null]);
  }
});

it("reads amounts that are stored as text", () => {
  const text = writeNoticeText({ kind: depositArrived.kind, data: { amountMicros: "1500000" } });
  expect(text?.title).toBe("$1.50 arrived in your wallet");
});

it.each([
  ["an unknown kind", { kind: "gone.kind", data: {} }],
  ["data that the kind does not read", { kind: depositArrived.kind, data: { amount: 1 } }],
])("returns null for %s", (_, notice) => {
  expect(writeNoticeText(notice)).toBeNull();
});
