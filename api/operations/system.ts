import { AppError } from "@fairclick/core/errors";
import { neighbourhoodKey } from "@fairclick/core/ip/numbers";
import { t } from "@fairclick/core/language/t";
import { contactFormResponseSchema, contactInputSchema } from "@fairclick/core/operations/contact";
import {
  listBrowserStorage,
  listRetention,
  privacyResponseSchema,
} from "@fairclick/core/operations/privacy";
import { markHoneypot } from "@fairclick/services/clicks/retain";
import type { Config } from "@fairclick/services/config";
import {
  checkContactForm,
  findContactMailbox,
  makeFormToken,
  sendContactMessage,
} from "@fairclick/services/operations/contact-form";
import { canReadMetrics } from "@fairclick/services/operations/export-vitals";
import { checkApiReadiness } from "@fairclick/services/operations/readiness";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import { readVisitor } from "../read-visitor";
import { answer, ok } from "../respond";
import { jsonBody, jsonResponse, Router } from "../router";

const partSchema = z.object({ ok: z.boolean(), detail: z.string() });
const readinessSchema = z.object({
  ready: z.boolean(),
  redirects: z.boolean(),
  parts: z.object({ database: partSchema, migrations: partSchema, queue: partSchema }),
  warnings: z.array(z.string()),
});

const readinessRoute = {
  access: "public",
  limit: "unlimited",
  responses: {
    200: jsonResponse(readinessSchema, "Ready, possibly with warnings"),
    503: jsonResponse(readinessSchema, "Not ready; `parts` says what is missing"),
  },
} as const;

export const systemRoutes = new Router()
  .get("/healthz", {
    access: "public",
    limit: "unlimited",
    summary: "Check that the process responds",
    responses: { 200: jsonResponse(z.object({ status: z.literal("ok") }), "It responds") },
    handle: (c) => answer(c, { status: "ok" as const }),
  })
  .get("/readyz", {
    ...readinessRoute,
    summary: "Check that this process can serve everybody",
    description:
      "503 without Postgres, or if `/readyz/redirect` answers it. Without the queue's store it is ready: clicks go to the spool. `parts` and `warnings` describe the problems.",
    handle: async (c) => {
      const readiness = await checkApiReadiness(c.var.deps);
      c.header("cache-control", "no-store");
      return answer(c, readiness, readiness.ready ? 200 : 503);
    },
  })
  .get("/readyz/redirect", {
    ...readinessRoute,
    summary: "Check that this process can serve visitors of tracked links",
    description:
      "200 as long as it knows links and can keep clicks, also without Postgres or without the queue's store. 503 if the database lacks migrations of this version.",
    handle: async (c) => {
      const readiness = await checkApiReadiness(c.var.deps);
      c.header("cache-control", "no-store");
      return answer(c, readiness, readiness.redirects ? 200 : 503);
    },
  });

/** For Prometheus: with `METRICS_TOKEN`, or from this machine. */
export const metrics = createMiddleware<AppEnv>(async (c) => {
  const { config, metrics } = c.var.deps;
  const { headers } = c.req.raw;
  if (!canReadMetrics(config.metricsToken, { peerIp: c.env.peerIp, headers })) {
    throw config.metricsToken
      ? new AppError("unauthenticated", "Send METRICS_TOKEN as a bearer token")
      : new AppError("not_found", "There is nothing at this address");
  }
  return c.body(await metrics.metrics(), 200, { "content-type": metrics.contentType });
});

export const privacyRoutes = new Router().get("/", {
  access: "public",
  summary:
    "Get who is responsible for personal data, how long it is kept, and what is stored in browsers",
  responses: { 200: jsonResponse(privacyResponseSchema, "With the settings of this server") },
  handle: (c) => ok(c, { message: "Privacy", data: describePrivacy(c.var.deps.config) }),
});

/** Returns what the privacy page says, in the current language. */
export function describePrivacy({ controller }: Pick<Config, "controller">) {
  return { controller, retention: listRetention(), storage: listBrowserStorage() };
}

export const contactRoutes = new Router()
  .get("/", {
    access: "public",
    summary: "Get the token of a contact form that is opened now",
    responses: { 200: jsonResponse(contactFormResponseSchema, "The token") },
    handle: async (c) => {
      const mailbox = findContactMailbox(c.var.deps.config);
      return ok(c, { data: { token: mailbox && (await makeFormToken(c.var.ctx)) } });
    },
  })
  .post("/", {
    access: "public",
    limit: "message",
    summary: "Write to the operator by mail",
    description:
      "Needs the token of a form that was opened at least 3 seconds and at most a day ago. The operator answers to the given address, to which no other mail is sent.",
    request: jsonBody(contactInputSchema),
    act: async (c) => {
      const input = c.req.valid("json");
      const { config, limits } = c.var.deps;
      if (input.website) await markHoneypot(c.var.ctx, await readVisitor(c));
      await checkContactForm(c.var.ctx, input);
      await limits.take("contactAccount", input.email);
      await limits
        .take("contactAll", "all")
        .catch(() => limits.take("contactShare", neighbourhoodKey(c.var.clientIp)));
      await sendContactMessage(c.var.ctx, input, config);
    },
    done: () => t`Thank you. An operator will read your message.`,
  });
