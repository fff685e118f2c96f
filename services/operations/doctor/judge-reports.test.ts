import { expect, it } from "vitest";
import { judgeReports } from "./judge-reports";

it("warns of queries that Postgres cannot interrupt", () => {
  expect(judgeReports([]).status).toBe("ok");
  const stuck = [
    { pid: 7, seconds: 840 },
    { pid: 9, seconds: 31 },
  ];
  expect(judgeReports(stuck)).toMatchObject({
    status: "warn",
    detail: "Postgres cannot interrupt 2; the longest has run for 840 s (process 7, 9)",
  });
});
