import { expect, it } from "vitest";
import { judgeBackup } from "./judge-backup";

const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const nothing = { isArchiving: false, lastArchivedAt: null, lastFailedAt: null, receivers: 0 };
const archiving = { isArchiving: true, lastArchivedAt: hoursAgo(1) };

it.each([
  ["nothing known", {}, "ok", "not known here"],
  ["archived an hour ago", archiving, "ok", "WAL was archived 1 h ago"],
  ["archived 25 hours ago", { isArchiving: true, lastArchivedAt: hoursAgo(25) }, "ok", "25 h ago"],
  ["archived two days ago", { isArchiving: true, lastArchivedAt: hoursAgo(48) }, "warn", "48 h"],
  ["archived long ago", { isArchiving: true, lastArchivedAt: hoursAgo(72) }, "fail", "72 h ago"],
  ["a failure since", { ...archiving, lastFailedAt: hoursAgo(0) }, "fail", "cannot archive"],
  ["an old failure", { ...archiving, lastFailedAt: hoursAgo(2) }, "ok", "1 h ago"],
  ["never archived", { isArchiving: true, lastFailedAt: hoursAgo(2) }, "fail", "cannot archive"],
  ["streamed", { receivers: 1 }, "ok", "streamed"],
])("judges %s", (_, facts, status, detail) => {
  const found = judgeBackup({ ...nothing, ...facts }, now);
  expect(found).toMatchObject({ status, detail: expect.stringContaining(detail) });
  expect(found.advice === null).toBe(status === "ok");
});
