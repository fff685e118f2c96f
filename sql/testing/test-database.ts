import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { camelCaseColumns, connect, type ListeningDb, type Sql } from "../db/client";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of one test cluster. Its database `template` is migrated. */
    postgres: { superuserUrl: string; ownerUrl: string; appUrl: string; template: string };
  }
}

export type TestDatabase = {
  /** Runs as the application does, with the role `fairclick_app`. */
  db: ListeningDb;
  url: string;
  /** Runs as the login that migrations use; it owns every table. */
  owner: Sql;
  ownerUrl: string;
};

/**
 * Creates a copy of the migrated database, dropped after the test file. Call it at the top of
 * a file (`const { db } = await createTestDatabase()`), not inside a hook or a test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, appUrl, template } = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const superuser = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  await superuser`create database ${superuser(name)} template ${superuser(template)} owner fairclick_owner strategy file_copy`;

  const url = withDatabase(appUrl, name);
  const ownerOfIt = withDatabase(ownerUrl, name);
  const db = connect(url, { max: 8, maxTransactions: 8 });
  const owner = postgres(ownerOfIt, {
    max: 2,
    types: { bigint: postgres.BigInt },
    transform: camelCaseColumns,
    onnotice: () => {},
    connection: { options: "-c timezone=UTC" },
  });
  afterAll(async () => {
    await Promise.all([db.end(), owner.end({ timeout: 5 })]);
    await superuser`drop database ${superuser(name)} with (force)`;
    await superuser.end({ timeout: 5 });
  });
  return { db, url, owner, ownerUrl: ownerOfIt };
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
