import { createClient } from "@fairclick/api/client";
import { fetchOrTakeAhead } from "../cold-start/request-ahead";
import { readToken } from "../session/token";

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchOrTakeAhead,
});
