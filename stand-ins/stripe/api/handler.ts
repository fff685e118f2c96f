import type { Calls } from "../schema/contract";
import type { World } from "../world/world";

export type Call = keyof Calls;

export type ApiRequest<Params> = {
  world: World;
  params: Params;
  /** The `:id` of the path, or empty if the path has none. */
  id: string;
  /** The connected account in the `Stripe-Account` header, or null for the platform. */
  account: string | null;
};

/** Handlers are synchronous, so no other call can observe a partial change. */
export type Handler<C extends Call> = (request: ApiRequest<Calls[C]>) => object;
export type Handlers = { [C in Call]: Handler<C> };

/** The handlers of the calls under `/v1/<Noun>`. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Extract<Call, `${string} /v1/${Noun}` | `${string} /v1/${Noun}/${string}`>
>;
