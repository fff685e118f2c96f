import type { Calls } from "../schema/contract";
import type { World } from "../world/world";

export type Call = keyof Calls;

export type ApiRequest<Params> = {
  world: World;
  params: Params;
  /** What stands for `:id` in the path, else empty. */
  id: string;
  /** The connected account named by the `Stripe-Account` header. */
  account: string | null;
};

/** Works synchronously: what one call changes, no other call sees half of. */
export type Handler<C extends Call> = (request: ApiRequest<Calls[C]>) => object;
export type Handlers = { [C in Call]: Handler<C> };

/** The calls whose path starts with one of these nouns. */
export type HandlersOf<Noun extends string> = Pick<
  Handlers,
  Extract<Call, `${string} /v1/${Noun}` | `${string} /v1/${Noun}/${string}`>
>;
