import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../processes/free-port";
import { firstLine } from "./first-line";
import type { Starting } from "./stack-parts";
import { startProgram } from "./start-program";

export type StandIn = { port: number; env: Record<string, string> };

type Keys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  connectWebhookSecret: string;
};

/** Starts the Stripe stand-in and returns the settings that make the product use it. */
export async function startStripe(starting: Starting, apiPort: number): Promise<StandIn> {
  const { dataDir } = starting.config;
  const keys = readOrCreateKeys(dataDir);
  const port = await findFreePort();
  await startProgram(starting, {
    name: "stripe",
    script: "stand-ins/stripe/main.ts",
    env: {
      PORT: String(port),
      DATA_DIR: join(dataDir, "stripe"),
      WEBHOOK_URL: `http://127.0.0.1:${apiPort}/api/stripe/webhook`,
      WEBHOOK_SECRET: keys.webhookSecret,
      CONNECT_WEBHOOK_SECRET: keys.connectWebhookSecret,
      SECRET_KEY: keys.secretKey,
      PUBLISHABLE_KEY: keys.publishableKey,
    },
    probe: firstLine,
  });
  starting.say(`Stripe    a stand-in at http://localhost:${port}: STRIPE_SECRET_KEY is not set`);
  return {
    port,
    env: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: keys.connectWebhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
  };
}

/**
 * Returns the folder's keys, created once per data folder so that what the stand-in has stored
 * stays valid.
 */
function readOrCreateKeys(dataDir: string): Keys {
  const file = join(dataDir, "stripe-keys.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const random = () => randomBytes(24).toString("hex");
  const keys = {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
    connectWebhookSecret: `whsec_${random()}`,
  };
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
