import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

export type SystemUser = { uid: number; gid: number };

/**
 * Returns the user to run Postgres as. Postgres refuses to run as root, so root runs it as the
 * owner of an existing cluster, else as `postgres`, else as `nobody`. Returns null if the current
 * user is not root.
 */
export function chooseSystemUser(clusterDir: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return findUser("postgres") ?? findUser("nobody") ?? { uid: 65534, gid: 65534 };
}

/**
 * Returns true if the user can enter the folder. Tests it with a command, because the mode alone
 * does not decide.
 */
export function canEnter(folder: string, user: SystemUser): boolean {
  return spawnSync("ls", ["-d", `${folder}/.`], { ...user, stdio: "ignore" }).status === 0;
}

function findUser(name: string): SystemUser | null {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return Number.isInteger(uid) && Number.isInteger(gid)
    ? { uid: Number(uid), gid: Number(gid) }
    : null;
}
