import { z } from "zod";
import { findFreePort } from "../processes/free-port";
import { firstLine } from "./first-line";
import type { Starting } from "./stack-parts";
import { startProgram } from "./start-program";
import type { StandIn } from "./start-stripe";

const announcement = z.object({ authorizationUrl: z.url(), tokenUrl: z.url() });

/** Starts the Google stand-in and returns the settings that make people sign in there. */
export async function startGoogle(starting: Starting): Promise<StandIn> {
  const port = await findFreePort();
  const line = await startProgram(starting, {
    name: "google",
    script: "stand-ins/google/main.ts",
    env: { PORT: String(port) },
    probe: firstLine,
  });
  const { authorizationUrl, tokenUrl } = announcement.parse(JSON.parse(line));
  starting.say(`Google    a stand-in at http://localhost:${port}: GOOGLE_CLIENT_ID is not set`);
  return {
    port,
    env: {
      GOOGLE_CLIENT_ID: "fairclick-local",
      GOOGLE_CLIENT_SECRET: "fairclick-local",
      GOOGLE_AUTHORIZATION_URL: authorizationUrl,
      GOOGLE_TOKEN_URL: tokenUrl,
    },
  };
}
