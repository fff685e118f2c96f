/** A person or program that follows a tracked link. */
export type Visitor = { ip: string; userAgent: string };

const phones = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
];

const bots = [
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
  "curl/8.11.0",
  "python-requests/2.32.3",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Go-http-client/2.0",
];

/** Returns different people at different public IP addresses. */
export function people(count: number): Visitor[] {
  return Array.from({ length: count }, (_, n) => ({
    ip: `81.2.${70 + Math.floor(n / 200)}.${1 + (n % 200)}`,
    userAgent: phones[n % phones.length] ?? "",
  }));
}

/** Returns one person's repeated clicks. */
export function repeatClicker(clicks: number): Visitor[] {
  return Array.from({ length: clicks }, () => ({ ip: "92.40.10.7", userAgent: phones[0] ?? "" }));
}

/** Returns bots that identify themselves, each at its own IP address. */
export function declaredBots(count: number): Visitor[] {
  return Array.from({ length: count }, (_, n) => ({
    ip: `151.101.3.${10 + n}`,
    userAgent: bots[n % bots.length] ?? "",
  }));
}

/**
 * Follows the link as the visitor, through a proxy on loopback, and returns the redirect's target.
 */
export async function follow(
  link: string,
  visitor: Visitor,
): Promise<{ status: number; location: string | null }> {
  const answer = await fetch(link, {
    redirect: "manual",
    headers: { "user-agent": visitor.userAgent, "x-forwarded-for": visitor.ip },
  });
  await answer.body?.cancel();
  return { status: answer.status, location: answer.headers.get("location") };
}
