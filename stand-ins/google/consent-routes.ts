import type { ServerResponse } from "node:http";
import type { OAuth2Service } from "oauth2-mock-server";
import { z } from "zod";
import { authorizationRequestSchema } from "./authorization-request";
import { blockedPage, consentPage } from "./consent-page";

type Paths = { consentPath: string; authorizePath: string };

/** Serves the consent page, and the redirect of a person who cancels. */
export function addConsentRoutes(service: OAuth2Service, paths: Paths): void {
  service.addRoute("GET", paths.consentPath, async (req, res) => {
    const request = authorizationRequestSchema.safeParse(req.query);
    if (request.success) {
      await sendPage(res, 200, consentPage(request.data, paths.authorizePath));
    } else {
      await sendPage(res, 400, blockedPage(z.prettifyError(request.error)));
    }
  });

  service.addRoute("GET", "/favicon.ico", async (_req, res) => void res.writeHead(204).end());

  service.addRoute("POST", "/denied", async (req, res) => {
    const to = z.object({ to: z.url({ protocol: /^https?$/ }) }).safeParse(req.body);
    if (to.success) res.writeHead(303, { location: to.data.to }).end();
    else await sendPage(res, 400, blockedPage("There is no page to return to."));
  });
}

async function sendPage(
  res: ServerResponse,
  status: number,
  content: ReturnType<typeof consentPage>,
): Promise<void> {
  res.writeHead(status, { "content-type": "text/html; charset=utf-8" });
  res.end(String(await content));
}
