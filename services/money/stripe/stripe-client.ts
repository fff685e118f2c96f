import Stripe from "stripe";
import type { StripeConfig } from "../../config";

/**
 * Long enough for Stripe's slow calls. A call that takes longer has an unknown outcome and is
 * checked later.
 */
const TIMEOUT_MS = 20_000;

export function createStripe(config: Readonly<StripeConfig> | null): Stripe | null {
  if (!config) return null;
  return new Stripe(config.secretKey, {
    ...(config.apiUrl ? parseAddress(config.apiUrl) : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "Fairclick" },
  });
}

function parseAddress(apiUrl: string) {
  const url = new URL(apiUrl);
  const protocol = url.protocol === "http:" ? ("http" as const) : ("https" as const);
  return { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol };
}
