import { expect, it } from "vitest";
import { judgeTickets } from "./judge-tickets";

const now = new Date("2026-03-10T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

it("warns of tickets that have waited for two days", () => {
  expect(judgeTickets({ waiting: 0, oldestAt: null }, now).status).toBe("ok");
  expect(judgeTickets({ waiting: 1, oldestAt: hoursAgo(47) }, now)).toMatchObject({
    status: "ok",
    detail: "1 waits, the oldest for 47 h",
  });
  expect(judgeTickets({ waiting: 3, oldestAt: hoursAgo(48) }, now)).toMatchObject({
    status: "warn",
    detail: "3 wait, the oldest for 48 h",
  });
});
