import { spawn } from "node:child_process";

type Tied = { pid: number; folder: string | null; by: "SIGTERM" | "SIGQUIT" };

/**
 * Ends another process and removes its folder, if any, as soon as this process is gone, even by
 * kill -9: a watcher waits on a pipe that only this process holds. Returns a function that cancels
 * the watcher.
 */
export function stopWithParent({ pid, folder, by }: Tied): () => void {
  const script = `
    read -r _
    kill -s "$1" "$2"
    while kill -0 "$2"; do sleep 0.1; done
    if [ -n "$3" ]; then rm -rf "$3"; fi`;
  const args = [by.replace("SIG", ""), String(pid), folder ?? ""];
  const watcher = spawn("sh", ["-c", script, "sh", ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return () => {
    watcher.kill("SIGKILL");
  };
}
