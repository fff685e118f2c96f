import { type Client, createClient } from "@fairclick/api/client";
import { microsFromDollars } from "@fairclick/core/amounts";
import type { Person } from "../market";

export type Api = Client["api"];

/** Returns an API client with the person's session, as their screens use it. */
export function createApi({ token }: Person, origin: string): Api {
  return createClient(origin, { token: () => token }).api;
}

type Answering<Body> = Promise<{
  ok: boolean;
  status: number;
  url: string;
  json: () => Promise<Body>;
}>;

/** Returns the body of a successful response. Throws for any other status. */
export async function readBody<Body>(request: Answering<Body>): Promise<Body> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.json();
}

/** Converts dollars to micros exactly. Returns null for null. */
export function micros(dollars: number | null): bigint | null {
  return dollars === null ? null : microsFromDollars(dollars);
}
