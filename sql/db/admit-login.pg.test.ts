import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, inject, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { admitLogin } from "./migrate";

const { ownerUrl } = await createTestDatabase();
const superuser = postgres(inject("postgres").superuserUrl, { max: 1, onnotice: () => {} });
const login = `app "${randomUUID()}"`;
afterAll(async () => {
  await superuser`drop role if exists ${superuser(login)}`;
  await superuser.end();
});

it("names a login that does not exist", async () => {
  await expect(admitLogin(ownerUrl, login)).rejects.toMatchObject({ code: "not_found" });
});

it("lets a login in once, whatever its name", async () => {
  await superuser`create role ${superuser(login)} login`;
  expect(await admitLogin(ownerUrl, login)).toBe(true);
  expect(await admitLogin(ownerUrl, login)).toBe(false);
  const [row] = await superuser`select pg_has_role(${login}, 'fairclick_app', 'set') as may`;
  expect(row?.may).toBe(true);
});

it("does nothing for the server's owner", async () => {
  expect(await admitLogin(ownerUrl, "postgres")).toBe(false);
});
