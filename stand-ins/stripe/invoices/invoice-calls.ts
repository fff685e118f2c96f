import type { HandlersOf } from "../api/handler";
import { requireObject } from "../api/require";

export const invoiceCalls: HandlersOf<"invoices"> = {
  "GET /v1/invoices/:id": ({ world, id }) => requireObject(world, "invoice", id),
};
