import { ApiError } from "../../../api/answer";

/** The server's own words where a person can act on them, else the screen's. */
export function failureText(error: unknown, fallback: string): string {
  const tells = error instanceof ApiError && (error.status < 500 || error.status === 503);
  return tells && error.message !== "" ? error.message : fallback;
}
