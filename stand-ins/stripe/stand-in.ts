import { Hono } from "hono";
import { createApi } from "./api/api-routes";
import { releaseUnanswered } from "./api/idempotency";
import { createRequestLog } from "./api/request-log";
import { type Control, runAction } from "./control/control";
import { controlRoutes } from "./control/control-routes";
import { forgetOldEvents } from "./events/forget-old-events";
import { checkoutPages } from "./pages/checkout-page";
import { expressPages } from "./pages/express-page";
import { invoicePages } from "./pages/invoice-page";
import { onboardingPages } from "./pages/onboarding-page";
import { portalPages } from "./pages/portal-page";
import { loadSchemas } from "./schema/stripe-schemas";
import { createBackgroundSaver } from "./world/background-saver";
import { rebaseUrls } from "./world/rebase-urls";
import { createRunner } from "./world/runner";
import { defaultDelays, defaultFee, type Settings } from "./world/settings";
import { createSnapshot, loadState, noSnapshot } from "./world/snapshot";
import { emptyState } from "./world/state";
import type { World } from "./world/world";

export type StandInOptions = {
  /** 0 (the default) picks a free port. */
  port?: number;
  /** Directory that keeps the state between runs. Without it, the state is lost at the end. */
  dataFolder?: string;
  secretKey?: string;
  publishableKey?: string;
  publicUrl?: string;
  webhook?: Settings["webhook"];
  fee?: Partial<Settings["fee"]>;
  delays?: Partial<Settings["delays"]>;
  /** Negative: its clock starts in the past. */
  clockOffsetMs?: number;
};

export type StandIn = {
  url: string;
  port: number;
  /** Triggers what no page offers. `control/control.ts` lists the actions. */
  control: Control;
  stop: () => Promise<void>;
};

/** Starts a stand-in for Stripe on this machine. The real SDK connects to it by host and port. */
export async function createStripeStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { dataFolder } = options;
  const ending = new AbortController();
  const world = await openWorld(options, ending.signal);
  const snapshot = dataFolder ? createSnapshot(dataFolder, () => world.state) : noSnapshot;
  const runner = createRunner(world);
  const saver = createBackgroundSaver(snapshot.save);
  world.touch = () => {
    saver.changed();
    runner.wake();
  };
  const log = createRequestLog();
  const deps = { world, runner, log };
  const app = new Hono();
  app.use(async (_c, next) => {
    await next();
    await saver.stored();
  });
  app.get("/favicon.ico", (c) => c.body(null, 204));
  app.route("/", createApi({ world, log, schemas: loadSchemas() }));
  app.route("/", controlRoutes(deps));
  for (const pages of [checkoutPages, invoicePages, onboardingPages, portalPages, expressPages]) {
    app.route("/", pages(world));
  }
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    idleTimeout: 0,
    fetch: app.fetch,
  });
  const port = server.port ?? 0;
  world.settings.publicUrl ||= `http://localhost:${port}`;
  world.state = rebaseUrls(world.state, world.settings.publicUrl);
  runner.wake();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    control: createControl(deps),
    stop: async () => {
      ending.abort();
      await runner.stop();
      await server.stop(true);
      await saver.close();
    },
  };
}

async function openWorld(options: StandInOptions, ending: AbortSignal): Promise<World> {
  const state = options.dataFolder ? await loadState(options.dataFolder) : emptyState();
  state.clockOffsetMs += options.clockOffsetMs ?? 0;
  releaseUnanswered(state);
  forgetOldEvents(state, Math.floor((Date.now() + state.clockOffsetMs) / 1000));
  return {
    state,
    cause: null,
    touch: () => {},
    ending,
    settings: {
      secretKey: options.secretKey ?? "sk_test_standin",
      publishableKey: options.publishableKey ?? "pk_test_standin",
      publicUrl: options.publicUrl ?? "",
      webhook: options.webhook ?? null,
      fee: { ...defaultFee, ...options.fee },
      delays: { ...defaultDelays, ...options.delays },
    },
  };
}

/** The cast is safe because `Control` pairs each action's name with its own input and output. */
function createControl(deps: Parameters<typeof runAction>[0]): Control {
  return ((action, ...[input]) => runAction(deps, action, input)) as Control;
}
