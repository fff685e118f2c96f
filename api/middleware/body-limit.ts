import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

const ORDINARY_BYTES = 64 * 1_024;
const WEBHOOK_BYTES = 1_024 * 1_024;
const WEBHOOK_PATH = "/api/stripe/webhook";
/** Enough for 1,000 reports. */
const REPORTS_BYTES = 512 * 1_024;
const REPORTS_PATH = "/api/conversions";
/** More than the largest allowed image, so that the error for a larger one can name the limit. */
const COVER_BYTES = 8 * 1_024 * 1_024;
const COVER_PATH = "/api/campaigns/covers";

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("too_large", t`The request body is too large`);
    },
  });
const ordinary = limitTo(ORDINARY_BYTES);
const cover = limitTo(COVER_BYTES);

/** Bodies of undeclared length get the ordinary limit, because they are read before the sender is known. */
const limitCover = createMiddleware<AppEnv>((c, next) =>
  (c.req.header("transfer-encoding") === undefined ? cover : ordinary)(c, next),
);
const limits = new Map([
  [WEBHOOK_PATH, limitTo(WEBHOOK_BYTES)],
  [REPORTS_PATH, limitTo(REPORTS_BYTES)],
  [COVER_PATH, limitCover],
]);

export const limitBody = createMiddleware<AppEnv>((c, next) =>
  (limits.get(c.req.path) ?? ordinary)(c, next),
);
