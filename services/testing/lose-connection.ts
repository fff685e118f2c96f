/**
 * Preloaded into a process: at SIGUSR2 a socket emits an error that nothing handles. The last
 * argument is its code.
 */
import { Socket } from "node:net";

process.on("SIGUSR2", () => {
  const code = process.argv.at(-1);
  new Socket().destroy(Object.assign(new Error(`read ${code}`), { code }));
});
