import { readToken } from "../session/token";
import { readContact, reportAnswer, reportSilence, subscribeToContact } from "./client";

const RETRY_MS = 2_000;
const PATIENCE_MS = 2_000;
const INTERNAL_ERROR = 500;

/** Returns whether the server answers now. Asks for the session, which needs the database as well. */
export async function probeServer(): Promise<boolean> {
  const token = readToken();
  const path = token === null ? "/api/policy" : "/api/auth/me";
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(new URL(path, location.origin), {
      headers,
      signal,
      cache: "no-store",
    });
    if (response.status > INTERNAL_ERROR) throw new Error("The server is unavailable");
    reportAnswer();
    return true;
  } catch {
    reportSilence();
    return false;
  }
}

/** While the server is away or the device offline, tries it again and again; then calls `onReturn`. */
export function awaitServer(onReturn: () => void): void {
  let trying = false;
  async function tryUntilBack(): Promise<void> {
    while (readContact().isAway) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (readContact().isAway) await probeServer();
    }
    trying = false;
    onReturn();
  }
  window.addEventListener("offline", reportSilence);
  window.addEventListener("online", () => void probeServer());
  subscribeToContact(() => {
    if (trying || !readContact().isAway) return;
    trying = true;
    void tryUntilBack();
  });
}
