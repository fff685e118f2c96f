import { spawn } from "node:child_process";

/**
 * Ends another process and removes its folder as soon as this one is gone, however it went: a pipe
 * that only we hold tells. The answer calls that off.
 */
export function endWithUs(pid: number, folder: string): () => void {
  const script = `
    read -r _
    kill -QUIT "$1"
    while kill -0 "$1"; do sleep 0.1; done
    rm -rf "$2"`;
  const watcher = spawn("sh", ["-c", script, "sh", String(pid), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return () => {
    watcher.kill("SIGKILL");
  };
}
