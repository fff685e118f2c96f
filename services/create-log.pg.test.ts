import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { createLog } from "./connection-errors";

const { owner } = await createTestDatabase();

it("logs that an e-mail is taken, and which constraint says so, but not the e-mail", async () => {
  const lines: string[] = [];
  const log = createLog("api", { logLevel: "info" }, { write: (line) => void lines.push(line) });
  const error: unknown = await owner`
    insert into users (id, username, email, password_hash)
    select gen_random_uuid(), 'user' || n, 'ann@private.example', 'x' from generate_series(1, 2) n`.catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ detail: expect.stringContaining("private.example") });
  log.error({ err: error }, "request failed");
  log.error({ err: Object.assign(new Error("failed"), { reason: error }) }, "request failed");
  expect(lines.join("")).toContain("users_email_taken");
  expect(lines.join("")).not.toContain("private.example");
});
