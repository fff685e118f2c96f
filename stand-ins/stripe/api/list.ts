import type Stripe from "stripe";
import { invalidRequest, missingResource } from "./api-error";

type Page = {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Stripe.RangeQueryParam | number;
};

/**
 * Returns one page of `objects`, which are sorted newest first. Throws ApiError for a limit outside
 * 1 to 100 and for a cursor that is not in the list.
 */
export function listPage<T extends { id: string; created?: number }>(
  url: string,
  objects: T[],
  page: Page,
): Stripe.ApiList<T> {
  const limit = page.limit ?? 10;
  if (limit < 1 || limit > 100) {
    const edge = limit < 1 ? "greater than or equal to 1" : "less than or equal to 100";
    throw invalidRequest(`This value must be ${edge}.`, {
      code: "parameter_invalid_integer",
      param: "limit",
    });
  }
  const within = objects.filter((object) => isCreatedWithin(object.created, page.created));
  if (page.ending_before !== undefined) {
    const newer = within.slice(0, requirePosition(within, page.ending_before, "ending_before"));
    const data = newer.slice(-limit);
    return { object: "list", data, has_more: newer.length > data.length, url };
  }
  const from =
    page.starting_after === undefined
      ? 0
      : requirePosition(within, page.starting_after, "starting_after") + 1;
  const data = within.slice(from, from + limit);
  return { object: "list", data, has_more: within.length > from + limit, url };
}

function requirePosition(objects: { id: string }[], id: string, param: string): number {
  const index = objects.findIndex((object) => object.id === id);
  if (index < 0) throw missingResource("object", id, param);
  return index;
}

function isCreatedWithin(created = 0, range: Page["created"]): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return created === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
