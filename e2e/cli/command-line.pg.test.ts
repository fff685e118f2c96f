import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deposit, register } from "@fairclick/api/testing/people";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, inject, it } from "vitest";

const app = await createTestApp();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
const home = mkdtempSync(join(tmpdir(), "fairclick-cli-"));
afterAll(async () => {
  await server.stop(true);
  rmSync(home, { recursive: true });
});

const [{ name: database } = { name: "" }] = await app.db.sql<{ name: string }[]>`
  select current_database() as name`;
const withDatabase = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;
const urls = (name: string) => ({
  DATABASE_URL: withDatabase(inject("postgres").appUrl, name),
  DATABASE_OWNER_URL: withDatabase(inject("postgres").ownerUrl, name),
});
const api = `http://127.0.0.1:${server.port}`;

type Run = { env?: Record<string, string>; input?: string };

/** Runs the program as a shell would, without this process's environment. */
async function fairclick(args: string[], { env = urls(database), input = "" }: Run = {}) {
  const program = Bun.spawn([process.execPath, "run", "--silent", "fairclick", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH ?? "", HOME: home, DATA_DIR: home, ...env },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ]);
  return { exitCode: await program.exited, out, err };
}

const json = (text: string) => JSON.parse(text);

it("creates an operator, who signs in and verifies the books", async () => {
  const added = await fairclick(["operators", "add", "Ann", "--scope", "ledger:read", "--json"]);
  expect(added).toMatchObject({ exitCode: 0, err: "" });
  const { token } = json(added.out);

  const login = await fairclick(["login", "--api", api], { env: {}, input: token });
  expect(login).toMatchObject({ exitCode: 0, err: "" });
  expect(login.out).toContain("as Ann. Scopes: ledger:read");
  const file = join(home, ".config/fairclick/profiles.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(json(readFileSync(file, "utf8"))).toEqual({ default: { api, token } });

  const verified = await fairclick(["ledger", "verify", "--json"], { env: {} });
  expect(verified).toMatchObject({ exitCode: 0, err: "" });
  expect(json(verified.out)).toMatchObject({ api, clean: true });
});

it("exits with 1 for wrong books, and names the row", async () => {
  const person = await register(app);
  await deposit(app, person, 12.5);
  const { exitCode, out } = await fairclick(["ledger", "verify"], { env: {} });
  expect(exitCode).toBe(1);
  expect(out).toMatch(new RegExp(`^FAIL {2}every completed deposit .*\\n.*${person.id}`, "m"));
});

it("rejects an expired token and one without the scope", async () => {
  const replace = ["operators", "add", "Ann", "--scope", "ledger:read", "--replace"];
  expect((await fairclick(replace)).exitCode).toBe(0);
  const ended = await fairclick(["ledger", "verify"], { env: {} });
  expect(ended).toMatchObject({ exitCode: 1, out: "" });
  expect(ended.err).toContain("fairclick login");
});

it("migrates an empty database once, and the doctor shows the difference", async () => {
  const { owner } = await createTestDatabase();
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const env = urls(row?.name ?? "");
  await owner`drop schema public cascade`;
  await owner`drop schema bullmq cascade`;
  await owner`create schema public`;

  const before = await fairclick(["doctor", "--json"], { env });
  expect(before.exitCode).toBe(1);
  expect(before.out).toContain("db migrate");
  const early = await fairclick(["operators", "add", "Bob", "--scope", "ledger:read"], { env });
  expect(early).toMatchObject({ exitCode: 1, out: "" });
  expect(early.err).toContain("db migrate");

  const first = await fairclick(["db", "migrate", "--json"], { env });
  expect(first).toMatchObject({ exitCode: 0, err: "" });
  expect(json(first.out).applied).toContain("schema.sql");
  const second = await fairclick(["db", "migrate", "--json"], { env });
  expect(json(second.out)).toEqual({ applied: [], login: "fairclick", admitted: false });

  const after = await fairclick(["doctor", "--json"], { env });
  const findings = after.out.trimEnd().split("\n").map(json);
  expect(findings).toContainEqual(expect.objectContaining({ check: "migrations", status: "ok" }));
});
