import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

export type SystemUser = { uid: number; gid: number };

/**
 * Postgres refuses to run as root, so root runs it as the owner of an existing cluster, else as
 * `postgres`, else as `nobody`. Null for everybody else: they run it as themselves.
 */
export function chooseSystemUser(clusterDir: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return lookUp("postgres") ?? lookUp("nobody") ?? { uid: 65534, gid: 65534 };
}

/** Whether the user may enter a folder, asked of the system: modes alone do not tell. */
export function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync("ls", ["-d", `${folder}/.`], { ...user, stdio: "ignore" }).status === 0;
}

function lookUp(name: string): SystemUser | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return Number.isInteger(uid) && Number.isInteger(gid)
    ? { uid: Number(uid), gid: Number(gid) }
    : null;
}
