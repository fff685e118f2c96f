import type Stripe from "stripe";
import type { World } from "../world/world";

const timeoutMs = 10_000;

/**
 * Posts an event, signed for its endpoint, and returns the answer's status or why there was
 * none. The signature carries the real time: the receiver's clock is not the stand-in's.
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

/** `t=1700000000,v1=…`: the HMAC of time and body under the endpoint's secret. */
export function sign(body: string, secret: string, timestamp: number): string {
  const signature = new Bun.CryptoHasher("sha256", secret)
    .update(`${timestamp}.${body}`)
    .digest("hex");
  return `t=${timestamp},v1=${signature}`;
}
