import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailStandIn } from "@fairclick/mail-stand-in/stand-in";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { openClickHouse } from "@fairclick/sql/db/clickhouse";
import { connect, connectAsOwner, type Db } from "@fairclick/sql/db/client";
import { pino } from "pino";
import { type Stores, type System, startSystem } from "./start-system";

export type InSystem = {
  system: System;
  /** Data and logs, kept if something is wrong. */
  folder: string;
  db: Db;
  owner: Db;
  queue: JobQueue;
  listMails: () => string[];
};

/** More than a run sends: none may be forgotten. */
const MAX_MAILS = 100_000;
const log = pino({ level: "silent" });

/** Starts a whole system, works in it, and ends it. */
export async function inSystem<Report extends { isClean: boolean }>(
  stores: Stores,
  work: (running: InSystem) => Promise<Report>,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-chaos-"));
  const mail = await createMailStandIn({ capacity: MAX_MAILS });
  const system = await startSystem(folder, stores, mail.smtpPort);
  const { config, clickHouse } = system;
  const db = connect(config.databaseUrl, {
    clickhouse: clickHouse && openClickHouse(clickHouse),
  });
  const owner = connectAsOwner(system.ownerUrl);
  const queue = openQueue(config, { log, runsJobs: false });
  let isClean = false;
  try {
    const report = await work({ system, folder, db, owner, queue, listMails: mail.messageIds });
    isClean = report.isClean;
    return report;
  } finally {
    await queue.close();
    await Promise.all([db.end(), owner.end()]);
    await system.victims.stopAll();
    await Promise.all(system.proxies.map((proxy) => proxy.break()));
    await mail.stop();
    if (isClean) rmSync(folder, { recursive: true, force: true });
  }
}
