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
    if (kind.token) expect(kind.mail).toBe("always");
  });
});

it("always mails what concerns money or the verdict about clicks", () => {
  const important = noticeKinds.filter(({ topic }) => topic === "money" || topic === "clicks");
  expect(important.filter(({ mail }) => mail !== "always")).toEqual([]);
});

it("leads to a page without a token where a notice with a link is also shown in the app", () => {
  const shown = noticeKinds.filter(({ token, inApp }) => token && inApp).map(({ kind }) => kind);
  expect(shown).toEqual(["account.recovery_requested", "account.recovered"]);
  const at = "2026-11-23T12:00:00.000Z";
  const paths = shown.map(
    (kind) => writeNoticeText({ kind, data: { dueAt: at, cooldownEndsAt: at } })?.action?.path,
  );
  expect(paths).toEqual(["/cancel-recovery", "/app/profile?section=security"]);
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
