import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { token } = await app.addOperator("Ann", ["queues:read"]);

it("answers 503 while all connections to the queue wait", async () => {
  const path = "/api/admin/queues";
  expect((await app.call("GET", path, { token })).status).toBe(200);
  const lock = await app.owner.reserve();
  await lock`begin`;
  await lock`lock table bullmq.job in access exclusive mode`;
  const { status, json, headers } = await app.call("GET", path, { token });
  await lock`commit`;
  lock.release();
  expect([status, json.code]).toEqual([503, "unavailable"]);
  expect(headers.get("retry-after")).toBe("5");
});
