import { expect, it } from "vitest";
import { RefusedReport, toRefusedReport } from "./refused-report";

const lost = Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });

it("says that Postgres does not interrupt a query that is silent after its time limit", () => {
  const refused = toRefusedReport(lost, { timeoutMs: 10_000, elapsedMs: 11_000 });
  expect(refused).toBeInstanceOf(RefusedReport);
  expect(refused).toMatchObject({ message: expect.stringContaining("does not interrupt it") });
});

it("does not blame the query for a connection that was lost before", () => {
  expect(toRefusedReport(lost, { timeoutMs: 10_000, elapsedMs: 9_000 })).toBe(lost);
});
