import { createServer } from "node:net";
import { StartError } from "./start-error";

/** Throws a `StartError` if the port is in use. */
export function requireFreePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const reason = "code" in error && error.code === "EADDRINUSE" ? "taken" : error.message;
      reject(new StartError(`Port ${port} is ${reason}. Choose another one with PORT.`));
    });
    probe.listen(port, () => probe.close(() => resolve()));
  });
}
