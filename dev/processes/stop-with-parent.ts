import { spawn } from "node:child_process";

type Tied = { pid: number; folder: string | null; by: "SIGTERM" | "SIGQUIT" };

/**
 * Ends another process with a signal and removes its folder, if there is one to remove, as soon as
 * this one is gone, however it went: a pipe that only we hold tells. The answer calls that off.
 */
export function endWithUs({ pid, folder, by }: Tied): () => void {
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
