import { matchesInOrder } from "./matches-in-order";

/**
 * How the browsers inside apps and televisions call themselves. Their user agents are long lists of
 * facts about app and phone, in which bot lists find words that they know.
 */
const inAppMarks =
  /\bFBA[NV]\/|FB_IAB\/|\bInstagram \d|\bBarcelona \d|\bmusical_ly|\btrill_\d|BytedanceWebview\/|\bTikTok\b|\bSnapchat\/\d|\bdiscord\/\d|Discord-Android\/|\bDiscord\/\d|\.ios\.youtube\/|\.android\.youtube\/|\bROBLOX (?:iOS|Android) App\b|\bRobloxApp\/|\bTwitter for |TwitterAndroid|\[Pinterest\/|\bReddit\/|\[LinkedInApp\]|\bLine\/\d|MicroMessenger\/|KAKAOTALK|Telegram-Android\/|\bGSA\/\d|\bTwitch\/|\bWhatsApp\b|\bcom\.[a-z]\w+\.[a-z]\w+|\bElectron\/\d|\b(?:HbbTV|NETTV)\/\d/i;

/**
 * A page shown by an app that adds no name, or one that is not known here: Android says so with `wv`;
 * iOS leaves out Safari.
 */
const webView =
  /; wv\)|^Mozilla\/5\.0 \((?:iPhone|iPad|iPod)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*Safari\/)/;

/** Android's own browser before Chrome, and those of telephone makers, have `Version/` before Chrome's. */
const androidEngine =
  /\) AppleWebKit\/[\d.]+ ?\(KHTML, like Gecko\) ?Version\/\d[\d.]* (?:[\w ]+\/[\d.]+ )?Chrome\//;

/** Every app's browser has the engine of its platform and says so first. */
const platform = [/\bMozilla\/5\.0 \(/g, /AppleWebKit\//g];

/** Makers, shops and platforms whose names hold a bot's: CUBOT phones, `Channel/googleplay`. */
const harmlessWords = /cubot|channel\/\w*|googleplay\w*|java(?:platform|_runtime|\/[a-z])\w*/gi;
const robloxWord = /roblox\w*/gi;

/** A telephone's model, which stands after the version of its system. */
const model = /(\bAndroid [\d.]+;(?: [a-z]{2}-[a-z]{2};)?)([^;()/]*)/gi;
const harmlessInModels = /(?<![a-z])(?:robot|bot|spider|monitor|scanner)(?![a-z])/gi;

/** Where browsers on iOS, which all have Safari's engine, say which one they are. */
const iosBrowser = /^(Mozilla\/5\.0 \(iP[^)]*\)[^(]*\(KHTML, like Gecko\) )[^()]*(?=\bMobile\/)/;

/** A user agent without the words that only look like a bot's, and whether an app's browser wrote it. */
export function withoutHarmlessWords(userAgent: string): { text: string; inApp: boolean } {
  return {
    text: userAgent
      .replace(harmlessWords, "")
      .replace(robloxWord, withoutDownload)
      .replace(
        model,
        (_, system: string, name: string) => system + name.replace(harmlessInModels, ""),
      )
      .replace(iosBrowser, "$1"),
    inApp:
      (inAppMarks.test(userAgent) || webView.test(userAgent) || isAndroidView(userAgent)) &&
      matchesInOrder(userAgent, platform),
  };
}

/** `RobloxStudioDownload`: what comes behind the word stays. */
function withoutDownload(word: string): string {
  const start = word.toLowerCase().lastIndexOf("download");
  return start < 0 ? word : word.slice(start + "download".length);
}

/** The engine stands behind brackets that name Android. */
function isAndroidView(userAgent: string): boolean {
  const engine = androidEngine.exec(userAgent);
  if (!engine) return false;
  const before = userAgent.slice(0, engine.index);
  return /\bAndroid /.test(before.slice(before.lastIndexOf(")") + 1));
}
