import pino from "pino";
import { type Config, ConfigError, readConfig } from "../config";
import { openQueue } from "../queue/open-queue";
import {
  examineCertificates,
  examineDatabase,
  examineDisk,
  examineSpool,
  examineWebBuild,
} from "./examine-host";
import { type CheckResult, fail, ok, warn } from "./judge-backup";

/** Checks everything that api and worker need on this machine; changes nothing. */
export async function examineInstallation(
  env: Record<string, string | undefined>,
): Promise<CheckResult[]> {
  const config = readOrExplain(env);
  if (Array.isArray(config)) return config;
  const [database, queue, disk, spool, web, certificates] = await Promise.all([
    examineDatabase(config),
    examineQueue(config),
    examineDisk(config),
    examineSpool(config),
    examineWebBuild(config),
    examineCertificates(config),
  ]);
  return [...database, queue, disk, spool, web, ...examineSettings(config), ...certificates];
}

function readOrExplain(env: Record<string, string | undefined>): Config | CheckResult[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail(
        "settings",
        problem,
        "Set it in the environment or in .env; .env.example explains each. This command examines a server with its settings: from another machine, use `fairclick top` and `queues list`.",
      ),
    );
  }
}

async function examineQueue(
  config: Pick<Config, "databaseUrl" | "redisUrl">,
): Promise<CheckResult> {
  const queue = openQueue(config, { log: pino({ level: "silent" }), runsJobs: false });
  try {
    const health = await queue.checkHealth();
    const setting = config.redisUrl ? "REDIS_URL" : "DATABASE_URL";
    if (!health.reachable) {
      return fail(
        "queue",
        health.reason,
        `Check that the store runs and that ${setting} is right.`,
      );
    }
    const store = health.store.store === "redis" ? "in Redis" : "in Postgres";
    if (health.problems.length > 0) {
      return fail(
        "queue",
        `${store}: ${health.problems.join("; ")}`,
        "Until then clicks go to the spool, and none is judged or paid.",
      );
    }
    return health.warnings.length === 0
      ? ok("queue", `${store}, keeps what it acknowledged`)
      : warn(
          "queue",
          `${store}: ${health.warnings.join("; ")}`,
          "Change it before real money moves.",
        );
  } finally {
    await queue.close();
  }
}

/** Checks what well-formed settings mean for users. */
export function examineSettings(config: Config): CheckResult[] {
  return [
    examineAddresses(config),
    examineProxies(config),
    examineStripe(config),
    examineGoogle(config),
    examineAlerts(config),
    examineOperatorMail(config),
  ];
}

function isLocal(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}

function examineAddresses({ appUrl, trackingUrl }: Config): CheckResult {
  const plain = [appUrl, trackingUrl].find(
    (address) => address.startsWith("http://") && !isLocal(address),
  );
  if (plain) {
    return warn(
      "addresses",
      `${plain} is not encrypted`,
      "Put a TLS proxy before it, use https://.",
    );
  }
  if (isLocal(appUrl)) {
    return ok("addresses", `${appUrl}, for this machine only; set APP_URL for others`);
  }
  return ok("addresses", appUrl === trackingUrl ? appUrl : `${appUrl}, links at ${trackingUrl}`);
}

function examineProxies({ trustedProxies, appUrl }: Config): CheckResult {
  if (trustedProxies.some((range) => range.endsWith("/0"))) {
    return fail(
      "proxies",
      "TRUSTED_PROXIES trusts the whole world: everybody can pretend to be anybody",
      "Name only the ranges of your own proxies.",
    );
  }
  if (trustedProxies.length > 0) return ok("proxies", `trusts ${trustedProxies.join(", ")}`);
  return appUrl.startsWith("https://")
    ? warn(
        "proxies",
        "none is trusted, but APP_URL is https, so one must be there",
        "Set TRUSTED_PROXIES: without it all clicks seem to come from the proxy and are invalid.",
      )
    : ok("proxies", "none is trusted: x-forwarded-for is ignored");
}

function examineStripe({ stripe }: Config): CheckResult {
  if (!stripe) {
    return warn(
      "stripe",
      "no keys: nobody can deposit or withdraw",
      "Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET; docs/stripe.md takes ten minutes.",
    );
  }
  const missing = [
    ...(stripe.publishableKey ? [] : ["STRIPE_PUBLISHABLE_KEY"]),
    ...(stripe.connectWebhookSecret ? [] : ["STRIPE_CONNECT_WEBHOOK_SECRET"]),
  ];
  if (missing.length > 0) {
    return warn("stripe", `test keys, without ${missing.join(" and ")}`, "See docs/stripe.md.");
  }
  return ok("stripe", stripe.apiUrl ? `test keys for ${stripe.apiUrl}` : "test keys");
}

function examineGoogle({ google }: Config): CheckResult {
  if (!google) return ok("google", "off: people sign in with e-mail and password");
  return ok("google", `through ${new URL(google.authorizationUrl).host}`);
}

function examineAlerts({ alertWebhookUrl, appUrl }: Config): CheckResult {
  if (alertWebhookUrl) return ok("alerts", `messages to ${new URL(alertWebhookUrl).host}`);
  if (isLocal(appUrl)) return ok("alerts", "to nobody, on this machine only");
  return warn(
    "alerts",
    "operators are not notified of what waits for too long",
    "Set ALERT_WEBHOOK_URL for a chat.",
  );
}

function examineOperatorMail({ mail, appUrl }: Config): CheckResult {
  if (mail && mail.operatorAddresses.length > 0) return ok("acts", "mailed to OPERATOR_EMAILS");
  if (isLocal(appUrl)) return ok("acts", "mailed to nobody, on this machine only");
  return warn(
    "acts",
    "operators are not mailed what other operators do",
    "Set SMTP_URL, MAIL_FROM and OPERATOR_EMAILS.",
  );
}
