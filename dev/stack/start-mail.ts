import { z } from "zod";
import { findFreePort } from "../processes/free-port";
import { firstLine } from "./first-line";
import type { Starting } from "./stack-parts";
import { startProgram } from "./start-program";
import type { StandIn } from "./start-stripe";

const announcement = z.object({ smtpPort: z.int() });

/** Starts the mail stand-in and returns the settings that make the worker send its mails there. */
export async function startMail(starting: Starting): Promise<StandIn> {
  const port = await findFreePort();
  const smtpPort = await findFreePort();
  const line = await startProgram(starting, {
    name: "mail",
    script: "stand-ins/mail/main.ts",
    // Fixed, so that a restart of the stand-in has the same ports.
    env: { PORT: String(port), SMTP_PORT: String(smtpPort) },
    probe: firstLine,
  });
  announcement.parse(JSON.parse(line));
  starting.say(`Mailbox   every mail is shown at http://localhost:${port}: SMTP_URL is not set`);
  return {
    port,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: "Fairclick <mail@fairclick.localhost>",
      OPERATOR_CONTACT: starting.config.controller.contact ?? "operator@fairclick.localhost",
    },
  };
}
