import { AppError } from "@fairclick/core/errors";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

const ORDINARY_BYTES = 64 * 1_024;
const WEBHOOK_BYTES = 1_024 * 1_024;
const WEBHOOK_PATH = "/api/stripe/webhook";

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", "The request body is too large");
    },
  });
const ordinary = limitTo(ORDINARY_BYTES);
const webhook = limitTo(WEBHOOK_BYTES);

export const limitBody = createMiddleware<AppEnv>((c, next) =>
  c.req.path === WEBHOOK_PATH ? webhook(c, next) : ordinary(c, next),
);
