import type Stripe from "stripe";
import type { World } from "../world/world";

const timeoutMs = 10_000;

/**
 * Posts an event, signed with its endpoint's secret. Returns the HTTP status, or a message if there
 * was no response. The signature uses the real time because the receiver does not share the
 * stand-in's clock.
 */
export async function sendEvent(world: World, event: Stripe.Event): Promise<number | string> {
  const { webhook } = world.settings;
  if (!webhook) return "no endpoint";
  const body = JSON.stringify(event);
  const secret = event.account === undefined ? webhook.secret : webhook.connectSecret;
  try {
    const response = await fetch(webhook.url, {
      method: "POST",
      body,
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), world.ending]),
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": sign(body, secret, Math.floor(Date.now() / 1000)),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns the `Stripe-Signature` header `t=1700000000,v1=…`: the HMAC-SHA256 of time and body with
 * the endpoint's secret. `timestamp` is in seconds.
 */
export function sign(body: string, secret: string, timestamp: number): string {
  const signature = new Bun.CryptoHasher("sha256", secret)
    .update(`${timestamp}.${body}`)
    .digest("hex");
  return `t=${timestamp},v1=${signature}`;
}
