import Stripe from "stripe";
import { checkEvent } from "./check-answer";

export const platformSecret = "whsec_platform";
export const connectSecret = "whsec_connect";

export type EventEndpoint = {
  url: string;
  /** Received events with a valid signature for their endpoint that match their declaration. */
  events: Stripe.Event[];
  /** Errors of all other requests received. */
  problems: string[];
  types: () => string[];
  /** Sets the HTTP status of the following responses (default 200). */
  answer: (status: number) => void;
  stop: () => Promise<void>;
};

/**
 * Starts a webhook receiver that verifies every signature with the SDK and validates every event.
 */
export function openEndpoint(): EventEndpoint {
  const events: Stripe.Event[] = [];
  const problems: string[] = [];
  let status = 200;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      try {
        events.push(await readEvent(request));
      } catch (error) {
        problems.push(String(error));
      }
      return new Response(null, { status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/webhook`,
    events,
    problems,
    types: () => events.map(({ type }) => type),
    answer: (next) => {
      status = next;
    },
    stop: () => server.stop(true),
  };
}

async function readEvent(request: Request): Promise<Stripe.Event> {
  const body = await request.text();
  const isConnect = typeof JSON.parse(body).account === "string";
  const event = await Stripe.webhooks.constructEventAsync(
    body,
    request.headers.get("stripe-signature") ?? "",
    isConnect ? connectSecret : platformSecret,
  );
  checkEvent(event);
  if (event.livemode) throw new Error(`${event.id} claims to be live`);
  return event;
}
