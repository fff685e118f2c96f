import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "../../config";
import { type CheckResult, fail, ok, warn } from "./check-result";

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
  const socket = connect({
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
