import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import type { Config } from "../config";
import { findExistingFolder, measureSpool } from "../queue/spool-folder";
import { type CheckResult, fail, ok, warn } from "./vitals";

const MEGABYTE = 1_000_000;
const WARN_BYTES = 1_000 * MEGABYTE;
const FAIL_BYTES = 50 * MEGABYTE;

/** Checks the free space of the data folder, where clicks are spooled while the queue is down. */
export async function examineDisk({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const folder = await findExistingFolder(dataDir);
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const detail = `${Math.floor(free / MEGABYTE).toLocaleString("en-US")} MB free in ${dataDir}`;
    const advice = "Make room, or point DATA_DIR to a larger disk.";
    if (free < FAIL_BYTES) return fail("disk", detail, advice);
    return free < WARN_BYTES ? warn("disk", detail, advice) : ok("disk", detail);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("disk", reason, "DATA_DIR must be a folder that this user may write to.");
  }
}

/** Checks for clicks on this disk that are not in the queue yet. */
export async function examineSpool({ dataDir }: Pick<Config, "dataDir">): Promise<CheckResult> {
  try {
    const { folder, files, bytes, since, damaged } = await measureSpool(dataDir);
    if (since) {
      return warn(
        "spool",
        `${count(files)} of clicks (${bytes.toLocaleString("en-US")} bytes) in ${folder} since ${since.toISOString()}, not yet in the queue`,
        "An api that runs here sends them as soon as the queue accepts them; until then no page shows them.",
      );
    }
    return damaged.length > 0
      ? warn(
          "spool",
          `${count(damaged.length)} in ${folder} could not be read whole: ${damaged.join(", ")}`,
          "The clicks that could be read are in the queue. Look at the disk, then remove the file.",
        )
      : ok("spool", `no clicks wait in ${folder}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("spool", reason, "Run this as the user that api runs as.");
  }
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

export async function examineWebBuild({ webDist }: Pick<Config, "webDist">): Promise<CheckResult> {
  try {
    const { mtime } = await stat(join(webDist, "index.html"));
    return ok("web", `built ${mtime.toISOString()}`);
  } catch {
    return fail(
      "web",
      `there is no index.html in ${webDist}`,
      "Build it with `bun run build:web`, or set WEB_DIST to where it is.",
    );
  }
}

const DAY_MS = 86_400_000;
/** Usual clients renew a certificate 30 days before its end, so fewer days mean that renewal fails. */
const WARN_DAYS = 14;
const CONNECT_MS = 5_000;

export type Certificate = {
  validTo: Date;
  /** Why browsers would not trust it; null if they would. */
  problem: string | null;
};

/** Checks the certificates of `APP_URL` and `TRACKING_URL`, as a visitor's browser would. */
export async function examineCertificates(
  { appUrl, trackingUrl }: Pick<Config, "appUrl" | "trackingUrl">,
  now = new Date(),
): Promise<CheckResult[]> {
  const app = new URL(appUrl);
  const links = new URL(trackingUrl);
  const wanted = [
    { check: "tls", url: app },
    ...(links.host === app.host ? [] : [{ check: "tls links", url: links }]),
  ].filter(({ url }) => url.protocol === "https:");
  return Promise.all(
    wanted.map(async ({ check, url }) => {
      try {
        return judgeCertificate(check, url.host, { ...(await readCertificate(url)), now });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return warn(
          check,
          `${url.host} could not be reached from here: ${reason}`,
          "Check its certificate from a machine that reaches it.",
        );
      }
    }),
  );
}

export function judgeCertificate(
  check: string,
  host: string,
  { validTo, problem, now }: Certificate & { now: Date },
): CheckResult {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const until = `valid until ${validTo.toISOString().slice(0, 10)}`;
  const advice = `Renew the certificate of ${host}, and look why the renewal did not run.`;
  if (days < 0) return fail(check, `the certificate of ${host} has expired`, advice);
  if (problem !== null) {
    return fail(
      check,
      `browsers refuse the certificate of ${host}: ${problem}`,
      "Install a certificate of a public authority for this name, with its whole chain.",
    );
  }
  return days < WARN_DAYS
    ? warn(check, `the certificate of ${host} expires in ${days} days`, advice)
    : ok(check, `${host}, ${until}`);
}

/** Connects and returns the certificate, also one that is not trusted. Rejects after 5 seconds. */
export function readCertificate(url: URL): Promise<Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connectTls({
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    rejectUnauthorized: false,
    timeout: CONNECT_MS,
  });
  socket.once("secureConnect", () => {
    const { valid_to } = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    resolve({
      validTo: new Date(valid_to),
      problem: socket.authorized ? null : describe(error),
    });
    socket.destroy();
  });
  socket.once("timeout", () => {
    reject(new Error(`no answer within ${CONNECT_MS / 1_000} s`));
    socket.destroy();
  });
  socket.once("error", reject);
  return promise;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? "it is not trusted");
}
