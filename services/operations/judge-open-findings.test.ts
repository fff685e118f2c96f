import { expect, it } from "vitest";
import { judgeOpenFindings } from "./judge-backup";

it("warns of links that wait for an operator", () => {
  expect(judgeOpenFindings(0).status).toBe("ok");
  expect(judgeOpenFindings(1)).toMatchObject({
    status: "warn",
    detail: expect.stringMatching(/^1 link waits/),
  });
  expect(judgeOpenFindings(2).detail).toMatch(/^2 links wait/);
});
