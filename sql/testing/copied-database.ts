import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { connect, type Db, type Sql } from "../db/client";
import type { TestDatabase } from "./test-database";

export type CopiedDatabase = {
  db: Db;
  owner: Sql;
  /** Copies the current database; ends its connections first. */
  copyNow: () => Promise<void>;
};

/** Prepares a backup of a test's database, which `copyNow` makes. Call it at the top of a file. */
export function prepareCopy(original: TestDatabase): CopiedDatabase {
  const name = `copy_${randomUUID().replaceAll("-", "")}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const superuser = postgres(inject("postgres").superuserUrl, { max: 1, onnotice: () => {} });
  const db = connect(at(original.url));
  const owner = postgres(at(original.ownerUrl), {
    max: 1,
    types: { bigint: postgres.BigInt },
    onnotice: () => {},
  });
  afterAll(async () => {
    await Promise.all([db.end(), owner.end({ timeout: 5 })]);
    await superuser`drop database if exists ${superuser(name)} with (force)`;
    await superuser.end({ timeout: 5 });
  });
  const copyNow = async () => {
    const from = new URL(original.url).pathname.slice(1);
    await superuser`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`;
    await superuser`create database ${superuser(name)} template ${superuser(from)} owner fairclick_owner strategy file_copy`;
  };
  return { db, owner, copyNow };
}
