import { AppError } from "@fairclick/core/errors";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

const ORDINARY_BYTES = 64 * 1_024;
const WEBHOOK_BYTES = 1_024 * 1_024;
const WEBHOOK_PATH = "/api/stripe/webhook";
/** Enough for 1,000 reports. */
const REPORTS_BYTES = 512 * 1_024;
const REPORTS_PATH = "/api/conversions";

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", "The request body is too large");
    },
  });
const ordinary = limitTo(ORDINARY_BYTES);
const limits = new Map([
  [WEBHOOK_PATH, limitTo(WEBHOOK_BYTES)],
  [REPORTS_PATH, limitTo(REPORTS_BYTES)],
]);

export const limitBody = createMiddleware<AppEnv>((c, next) =>
  (limits.get(c.req.path) ?? ordinary)(c, next),
);
