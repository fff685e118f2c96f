import { createClient } from "@fairclick/api/client";
import { fetchWithProof } from "../session/proof";
import { readToken } from "../session/token";
import { fetchWatched } from "./fetch-watched";

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchWithProof(fetchWatched),
import { readToken } from "../session/token";

import { fetchAfterAgreement } from "./fetch-after-agreement";

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchAfterAgreement,
});
