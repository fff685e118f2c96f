import { expect, it } from "vitest";
import { startPooler } from "../testing/start-pooler";
import { createTestDatabase } from "../testing/test-database";
import { findConnectionFault } from "./tx";

const { url } = await createTestDatabase();
const sharing = await startPooler(url, "shares processes");
const dropping = await startPooler(url, "drops options");

it("finds nothing wrong with connections to Postgres itself", async () => {
  expect(await findConnectionFault(url)).toBeNull();
});

it("finds a pooler that shares server processes", async () => {
  expect(await findConnectionFault(sharing)).toContain("pooler shares server processes");
});

it("finds a pooler that drops start-up parameters, and names what is lost", async () => {
  const fault = await findConnectionFault(dropping);
  expect(fault).toContain("role is none, not fairclick_app");
  expect(fault).toContain("statement_timeout is 0, not 8s");
});

it("throws if no server listens", async () => {
  await expect(findConnectionFault("postgres://app@127.0.0.1:9/none")).rejects.toThrow(
    "ECONNREFUSED",
  );
});
