import { createClient } from "@fairclick/api/client";
import { readToken } from "../features/session/token";
import { fetchUnlessAsked } from "./ahead";

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchUnlessAsked,
});
