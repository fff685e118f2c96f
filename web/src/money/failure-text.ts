import { ApiError } from "../api/answer";

/** Returns the server's message for client errors and 503, else the fallback. */
export function failureText(error: unknown, fallback: string): string {
  const tells = error instanceof ApiError && (error.status < 500 || error.status === 503);
  return tells && error.message !== "" ? error.message : fallback;
}
