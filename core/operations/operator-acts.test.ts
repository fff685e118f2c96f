import { expect, it } from "vitest";
import { describeFacts, type RecordedAct, undoCommand } from "./operators";

const undo = (action: string, subject: string, more: Partial<RecordedAct> = {}) =>
  undoCommand({ action, subject, before: null, after: null, ...more });

it.each<[string, string, Partial<RecordedAct>, string | null]>([
  ["user.suspend", "user:u1", {}, 'fairclick users decide restore u1 --reason "…"'],
  [
    "clicks.reverse",
    "campaign:c1",
    { after: { act: "a1" } },
    'fairclick clicks decide approve --act a1 --reason "…"',
  ],
  [
    "ip_range.deny",
    "ip_range:2001:db8::/48",
    { before: { effect: null } },
    'fairclick ip-data decide remove 2001:db8::/48 --reason "…"',
  ],
  [
    "ip_range.remove",
    "ip_range:203.0.113.0/24",
    { before: { effect: "shared" } },
    'fairclick ip-data decide shared 203.0.113.0/24 --reason "…"',
  ],
  [
    "channel.verify",
    "user:u1",
    { before: { channel: "a'b; rm -rf ~" } },
    `fairclick creators decide revoke u1 'a'\\''b; rm -rf ~' --reason "…"`,
  ],
  ["refund.cancel", "refund:r1", {}, null],
  ["something.else", "user:u1", {}, null],
])("undoes %s of %s", (action, subject, more, command) => {
  expect(undo(action, subject, more)).toBe(command);
});

it("describes what changed, stayed, came and went, in bounded lines", () => {
  const before = { name: "Ann", suspended: false, left: 3, url: "x".repeat(300) };
  const after = { name: "Ann", suspended: true, act: null, url: "x".repeat(300) };
  expect(describeFacts({ before, after })).toEqual([
    "name: Ann",
    "suspended: false → true",
    "left: 3",
    `url: ${"x".repeat(200)}…`,
    "act: none",
  ]);
});
