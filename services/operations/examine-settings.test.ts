import { describe, expect, it } from "vitest";
import { readConfig } from "../config";
import { examineSettings } from "./doctor";

function findStatus(check: string, env: Record<string, string>): string | undefined {
  const config = readConfig({ DATABASE_URL: "postgres://localhost/fairclick", ...env });
  return examineSettings(config).find((result) => result.check === check)?.status;
}

const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const https = { APP_URL: "https://fairclick.example" };

describe("examineSettings", () => {
  it.each([
    ["addresses", {}, "ok"],
    ["addresses", https, "ok"],
    ["addresses", { APP_URL: "http://fairclick.example" }, "warn"],
    ["addresses", { ...https, TRACKING_URL: "http://go.example" }, "warn"],
    ["proxies", {}, "ok"],
    ["proxies", https, "warn"],
    ["proxies", { ...https, TRUSTED_PROXIES: "10.0.0.0/8" }, "ok"],
    ["proxies", { TRUSTED_PROXIES: "10.0.0.0/8,0.0.0.0/0" }, "fail"],
    ["proxies", { TRUSTED_PROXIES: "::/0" }, "fail"],
    ["stripe", {}, "warn"],
    ["stripe", stripe, "warn"],
    [
      "stripe",
      { ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_test_1", STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2" },
      "ok",
    ],
    ["google", {}, "ok"],
    ["google", { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }, "ok"],
    ["alerts", {}, "ok"],
    ["alerts", https, "warn"],
    ["alerts", { ...https, ALERT_WEBHOOK_URL: "https://chat.example/hooks/hush" }, "ok"],
    ["acts", {}, "ok"],
    ["acts", https, "warn"],
    [
      "acts",
      {
        ...https,
        SMTP_URL: "smtp://mail",
        MAIL_FROM: "a@b.example",
        OPERATOR_EMAILS: "ann@b.example",
      },
      "ok",
    ],
  ])("%s with %j: %s", (check, env, status) => {
    expect(findStatus(check, env)).toBe(status);
  });

  it("never prints a secret", () => {
    const config = readConfig({
      DATABASE_URL: "postgres://app:hush@localhost/fairclick",
      ...stripe,
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "hush",
      ALERT_WEBHOOK_URL: "https://chat.example/hooks/hush",
    });
    expect(JSON.stringify(examineSettings(config))).not.toMatch(/hush|sk_test_1|whsec_1/);
  });
});
