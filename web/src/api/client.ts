import { createClient } from "@fairclick/api/client";
import { fetchWithProof } from "../session/proof";
import { readToken } from "../session/token";
import { fetchAfterAgreement } from "./fetch-after-agreement";
import { fetchWatched } from "./fetch-watched";

export const { api } = createClient(window.location.origin, {
  token: readToken,
  fetch: fetchWithProof(fetchAfterAgreement(fetchWatched)),
});
