/** A person or program that follows a link. */
export type Visitor = { ip: string; headers: Record<string, string> };

const phonesAndComputers = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
];

const programs = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "python-requests/2.32.3",
  "curl/8.11.0",
];

const referrers = ["https://www.tiktok.com/", "https://www.youtube.com/", "https://discord.com/"];
/** First octets of large residential ISP ranges. */
const homes = [24, 73, 81, 86, 90, 98];

/** Returns a person with their own IP address and device. */
export function makePerson(): Visitor {
  return {
    ip: [pick(homes), number(256), number(256), 1 + number(254)].join("."),
    headers: {
      "user-agent": pick(phonesAndComputers),
      "accept-language": pick(["en-US,en;q=0.9", "en-GB,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8"]),
      referer: pick(referrers),
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
      "sec-fetch-site": "cross-site",
    },
  };
}

/** Returns a bot that identifies itself by its user agent. */
export function makeBot(): Visitor {
  return { ip: makePerson().ip, headers: { "user-agent": pick(programs) } };
}

/** Returns one person's repeated clicks, which form a burst, so that none of them counts. */
export function makeRepeatClicker(clicks: number): Visitor[] {
  return new Array<Visitor>(clicks).fill(makePerson());
}

/** Returns a random item. The list must not be empty. */
function pick<Item>(items: Item[]): Item {
  return items[number(items.length)] as Item;
}

/** Returns a random integer from 0 up to `below`, exclusive. */
function number(below: number): number {
  return Math.floor(Math.random() * below);
}
