import Stripe from "stripe";
import { expect, onTestFinished, vi } from "vitest";
import { createStripeStandIn, type StandIn, type StandInOptions } from "../stand-in";
import { checkAnswer } from "./check-answer";
import { connectSecret, type EventEndpoint, openEndpoint, platformSecret } from "./event-endpoint";

export type OpenStandIn = { standIn: StandIn; stripe: Stripe; endpoint: EventEndpoint };

/** Answers that did not match Stripe's declarations. */
const wrongAnswers: string[] = [];

// The first answer compiles the schemas, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const secretKey = "sk_test_of_this_test";

/**
 * Starts a stand-in, an endpoint for its events, and the real SDK connected to it. All of them stop
 * with the test, which fails if an answer or event did not match Stripe's declarations.
 */
export async function openStandIn(options: StandInOptions = {}): Promise<OpenStandIn> {
  const endpoint = openEndpoint();
  const webhook = { url: endpoint.url, secret: platformSecret, connectSecret };
  const standIn = await createStripeStandIn({ secretKey, webhook, ...options });
  onTestFinished(async () => {
    await standIn.stop();
    await endpoint.stop();
    expect([...wrongAnswers.splice(0), ...endpoint.problems]).toEqual([]);
  });
  return { standIn, endpoint, stripe: sdkFor(standIn) };
}

export function sdkFor(standIn: StandIn, config: Partial<ConfigOf<typeof Stripe>> = {}): Stripe {
  return new Stripe(secretKey, {
    host: "127.0.0.1",
    port: standIn.port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(
      Object.assign(checkedFetch, { preconnect: fetch.preconnect }),
    ),
    ...config,
  });
}

type ConfigOf<Sdk> = Sdk extends new (
  key: string,
  config: infer Config,
) => unknown
  ? NonNullable<Config>
  : never;

async function checkedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  try {
    checkAnswer(await response.clone().json());
  } catch (error) {
    wrongAnswers.push(String(error));
  }
  return response;
}
