import { rmSync } from "node:fs";
import { migrateAll } from "@fairclick/services/queue/postgres-store";
import type {} from "@fairclick/sql/testing/test-database";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/embedded-postgres";
import { stopWithParent } from "../processes/stop-with-parent";
import { makeScratchFolder } from "./scratch-folder";

const template = "fairclick_template";

/**
 * Starts one temporary cluster per test run, with a migrated template database for
 * `createTestDatabase` to copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeScratchFolder("fairclick-test-postgres-");
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const cancelStop = stopWithParent({ pid: server.pid, folder: dataDir, by: "SIGQUIT" });
  const stop = async () => {
    await server.stop();
    cancelStop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("postgres", {
    superuserUrl: server.urlFor("postgres", "postgres"),
    ownerUrl: server.urlFor("fairclick_owner", template),
    appUrl: server.urlFor("fairclick", template),
    template,
  });
  return stop;
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const superuser = postgres(server.urlFor("postgres", "postgres"), { max: 1, onnotice: () => {} });
  try {
    await superuser`create database ${superuser(template)} owner fairclick_owner`;
    await migrateAll(server.urlFor("fairclick_owner", template));
    await superuser`grant fairclick_app to fairclick`;
  } finally {
    await superuser.end({ timeout: 5 });
  }
}
