import { createServer } from "node:net";

/** Returns a free TCP port on 127.0.0.1. Another program can take it before it is used. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("The system returned no port."));
      });
    });
  });
}
