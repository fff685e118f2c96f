import { spawn } from "node:child_process";

/** Programs that open an address in the person's browser. `start` of Windows would need a shell. */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address, without a shell. Returns false if no program for it could be started. */
export function openPage(url: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program, ...args] = openers[platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
