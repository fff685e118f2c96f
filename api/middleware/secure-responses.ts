import type { Config } from "@fairclick/services/config";
import { secureHeaders } from "hono/secure-headers";

const self = ["'self'"];
const none = ["'none'"];

/**
 * Sets security headers that the response does not set itself. No foreign or inline script may run: the
 * session token is in the page's storage.
 */
export function secureResponses(config: Pick<Config, "appUrl">) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: [...self, "data:"],
      fontSrc: self,
      connectSrc: self,
      manifestSrc: self,
      formAction: self,
      baseUri: none,
      frameAncestors: none,
    },
    overwrite: false,
    xFrameOptions: "DENY",
    strictTransportSecurity: config.appUrl.startsWith("https:") ? "max-age=31536000" : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}
