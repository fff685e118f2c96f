import { type Client, createClient } from "@fairclick/api/client";
import { microsFromDollars } from "@fairclick/core/money/micros";
import type { Person } from "../market";

export type Api = Client["api"];

/** The API as the screens of that person ask it. */
export function apiOf({ token }: Person, origin: string): Api {
  return createClient(origin, { token: () => token }).api;
}

type Answering<Body> = Promise<{
  ok: boolean;
  status: number;
  url: string;
  json: () => Promise<Body>;
}>;

/** Throws where the API refuses. */
export async function answerOf<Body>(request: Answering<Body>): Promise<Body> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.json();
}

/** An amount of an answer, exactly. */
export function micros(dollars: number | null): bigint | null {
  return dollars === null ? null : microsFromDollars(dollars);
}
