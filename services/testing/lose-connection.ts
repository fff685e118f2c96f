/**
 * Loaded ahead of a process's own code: a second after its start a socket reports an error, of the
 * code that is the last argument, to nobody.
 */
import { Socket } from "node:net";

setTimeout(() => {
  const code = process.argv.at(-1);
  process.stdout.write(`lost with ${code}\n`);
  new Socket().destroy(Object.assign(new Error(`read ${code}`), { code }));
}, 1_000);
