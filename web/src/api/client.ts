import { createClient } from "@fairclick/api/client";
import { readToken } from "../features/session/token";

export const { api } = createClient(window.location.origin, { token: readToken });
