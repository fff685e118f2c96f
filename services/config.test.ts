import { describe, expect, it } from "vitest";
import { ConfigError, readConfig, splitRedisNodes } from "./config";

const minimal = { DATABASE_URL: "postgres://localhost/fairclick" };

function listProblems(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe("readConfig", () => {
  it("needs no more than a database", () => {
    const config = readConfig(minimal);
    expect(config).toMatchObject({
      port: 3000,
      appUrl: "http://localhost:3000",
      stripe: null,
      google: null,
    });
    expect(config.trackingUrl).toBe(config.appUrl);
  });

  it("names every problem at once", () => {
    const problems = listProblems({
      PORT: "many",
      REDIS_URL: "localhost",
      DEPOSIT_HOLD_HOURS: "-1",
      CLICK_WINDOW_SECONDS: "0",
    });
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      "PORT",
      "DATABASE_URL",
      "REDIS_URL",
      "DEPOSIT_HOLD_HOURS",
      "CLICK_WINDOW_SECONDS",
    ]);
    expect(problems[1]).toBe("DATABASE_URL: is required");
  });

  it("takes one Redis or the nodes of a cluster", () => {
    const accepts = (url: string) => listProblems({ ...minimal, REDIS_URL: url }).length === 0;
    expect(splitRedisNodes("rediss://me:a,b@one:6379,[::1]:7001").map(({ href }) => href)).toEqual([
      "rediss://me:a,b@one:6379",
      "rediss://me:a,b@[::1]:7001",
    ]);
    expect(accepts("redis://one")).toBe(true);
    expect(accepts("redis://one,two:7001")).toBe(true);
    for (const wrong of ["redis://", "redis://one,", "redis://one:port,two", "http://one"]) {
      expect(accepts(wrong)).toBe(false);
    }
  });

  it("takes the address of a chat's webhook, and never shows a wrong one", () => {
    expect(readConfig(minimal).alertWebhookUrl).toBeNull();
    const url = "http://10.0.0.5:8065/hooks/secret";
    expect(readConfig({ ...minimal, ALERT_WEBHOOK_URL: url }).alertWebhookUrl).toBe(url);
    for (const wrong of ["chat/secret", "ftp://chat.example/secret", "javascript:secret"]) {
      expect(listProblems({ ...minimal, ALERT_WEBHOOK_URL: wrong })).toEqual([
        "ALERT_WEBHOOK_URL: must be an address such as https://chat.example/hooks/1",
      ]);
    }
  });

  it("refuses live keys", () => {
    const live = { ...minimal, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
    expect(listProblems(live)).toEqual([expect.stringContaining("test key")]);
  });

  it("reads where ClickHouse is, and refuses what could not be a name there", () => {
    expect(readConfig(minimal).clickhouse).toBeNull();
    const url = "https://app:a%2Fsecret@clickhouse.example:8443/fairclick";
    const clickhouse = {
      ...{ url: "https://clickhouse.example:8443", username: "app", password: "a/secret" },
      ...{ database: "fairclick", cluster: null },
    };
    expect(readConfig({ ...minimal, CLICKHOUSE_URL: url }).clickhouse).toEqual(clickhouse);
    const cluster = readConfig({ ...minimal, CLICKHOUSE_URL: `${url}?cluster=main` }).clickhouse;
    expect(cluster).toEqual({ ...clickhouse, cluster: "main" });
    const problem =
      "CLICKHOUSE_URL: must look like https://NAME:PASSWORD@clickhouse.example:8443/DATABASE";
    for (const wrong of [
      "https://clickhouse.example/fairclick",
      "https://app:x@clickhouse.example",
      "https://app:x@clickhouse.example/a'b",
      `${url}?cluster=a'b`,
      `${url}?user=root`,
      "clickhouse://app:x@clickhouse.example/fairclick",
    ]) {
      expect(listProblems({ ...minimal, CLICKHOUSE_URL: wrong })).toEqual([problem]);
    }
  });

  it("keeps covers in a bucket only with its whole key", () => {
    expect(readConfig(minimal).s3).toBeNull();
    const url = "https://AKID:a%2Fsecret@s3.example:9000/covers";
    expect(readConfig({ ...minimal, S3_URL: url }).s3).toEqual({
      bucket: "covers",
      endpoint: "https://s3.example:9000",
      region: null,
      accessKeyId: "AKID",
      secretKey: "a/secret",
    });
    const regional = readConfig({ ...minimal, S3_URL: `${url}?region=eu-central-1` });
    expect(regional.s3?.region).toBe("eu-central-1");
    for (const wrong of ["https://s3.example/covers", "https://AKID:a%zz@s3.example/covers"]) {
      expect(listProblems({ ...minimal, S3_URL: wrong })).toEqual([
        "S3_URL: must look like https://KEY_ID:SECRET@s3.example/BUCKET?region=eu-central-1",
      ]);
    }
  });

  it.each([
    ["first,250", true, 250],
    ["first", true, 0],
    ["250", false, 250],
    ["off", false, 0],
    ["", true, 100],
  ])("reads which withdrawals an operator looks at: '%s'", (rule, first, dollars) => {
    const config = readConfig({ ...minimal, WITHDRAWAL_REVIEW: rule });
    expect(config.withdrawalReviewFirst).toBe(first);
    expect(config.withdrawalReviewDollars).toBe(dollars);
  });

  it.each(["on", "100,first", "first,", "-1", "1e3"])("refuses the review '%s'", (rule) => {
    expect(listProblems({ ...minimal, WITHDRAWAL_REVIEW: rule })).toEqual([
      "WITHDRAWAL_REVIEW: must be first and a sum such as first,100, or one of them, or off",
    ]);
  });

  it("treats an empty value as unset", () => {
    expect(readConfig({ ...minimal, REDIS_URL: "", PORT: "" })).toMatchObject({
      redisUrl: null,
      port: 3000,
    });
  });

  it("refuses a proxy range that is none", () => {
    expect(listProblems({ ...minimal, TRUSTED_PROXIES: "10.0.0.0/8, proxy" })).toEqual([
      'TRUSTED_PROXIES: "proxy" is not a CIDR range such as 10.0.0.0/8',
    ]);
  });
});
