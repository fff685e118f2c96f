import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, inject, it } from "vitest";

const app = await createTestApp();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
const folder = mkdtempSync(join(tmpdir(), "fairclick-one-file-"));
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const program = join(folder, "fairclick");
const built = Bun.spawnSync([process.execPath, "dev/build-cli.ts", program], {
  cwd: join(import.meta.dirname, "../.."),
});
if (!built.success) throw new Error(`The program could not be built: ${built.stderr}`);

const { token } = await app.addOperator("Ann", ["users:read"]);
const api = { FAIRCLICK_API: `http://127.0.0.1:${server.port}`, FAIRCLICK_TOKEN: token };

/** Runs the built program outside the repository, without this process's environment. */
async function fairclick(args: string[], env: Record<string, string> = api) {
  const run = Bun.spawn([program, ...args], {
    cwd: folder,
    env: { HOME: folder, DATA_DIR: folder, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ]);
  return { exitCode: await run.exited, out, err };
}

it("prints its help", async () => {
  const { exitCode, out, err } = await fairclick(["--help"], {});
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  expect(out).toContain("Usage: fairclick <command>");
  expect((await fairclick(["users", "--help"], {})).out).toContain("list and suspend users");
});

it("calls a running api and exits with 0", async () => {
  const users = await fairclick(["users", "list", "--json"]);
  expect(users).toEqual({ exitCode: 0, err: "", out: "" });
  const whoami = await fairclick(["whoami", "--json"]);
  expect(whoami).toMatchObject({ exitCode: 0, err: "" });
  expect(JSON.parse(whoami.out)).toMatchObject({ scopes: ["users:read"] });
});

it("exits with 1 for a rejected request, 2 for invalid arguments, 3 if the api is unreachable", async () => {
  const refused = await fairclick(["audit"]);
  expect(refused).toMatchObject({ exitCode: 1, out: "" });
  expect(refused.err).toContain("does not have the scope audit:read");
  const misunderstood = await fairclick(["users", "dance"]);
  expect(misunderstood).toMatchObject({ exitCode: 2, out: "" });
  const alone = await fairclick(["users", "list", "--json"], {
    ...api,
    FAIRCLICK_API: "http://127.0.0.1:9",
  });
  expect(alone).toMatchObject({ exitCode: 3, out: "" });
  expect(JSON.parse(alone.err).error.exitCode).toBe(3);
});

it("contains the schema", async () => {
  const { owner } = await createTestDatabase();
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  await owner`drop schema public cascade`;
  await owner`drop schema bullmq cascade`;
  await owner`create schema public`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${row?.name}` }).href;
  const env = {
    DATABASE_URL: at(inject("postgres").appUrl),
    DATABASE_OWNER_URL: at(inject("postgres").ownerUrl),
  };
  const migrated = await fairclick(["db", "migrate", "--json"], env);
  expect(migrated).toMatchObject({ exitCode: 0, err: "" });
  expect(JSON.parse(migrated.out).applied).toContain("schema.sql");
  const { out } = await fairclick(["doctor", "--json"], env);
  const findings = out.trimEnd().split("\n");
  expect(findings.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ check: "migrations", status: "ok" }),
  );
});
