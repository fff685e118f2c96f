/**
 * Loaded ahead of a process's own code: at SIGUSR2 a socket reports an error, of the code that is
 * the last argument, to nobody.
 */
import { Socket } from "node:net";

process.on("SIGUSR2", () => {
  const code = process.argv.at(-1);
  new Socket().destroy(Object.assign(new Error(`read ${code}`), { code }));
});
