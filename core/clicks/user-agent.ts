/** Beginnings of browser user agents; an app's name may come first. */
const beginning =
  /^(?:Mozilla|Opera)\/\d|\bMozilla\/5\.0 \(|^(?:Instagram|DuckDuckGo)[ /]\d|^com\.\w|UCBrowser\/|MIDP-2|^\w+\/[\d.]+ \((?:Android|iPhone|iPad)\b[^)]*\) (?:AppleWebKit|Gecko)\//i;

/** Words of which every browser has at least one, also on consoles and phones. */
const engine =
  /AppleWebKit\/|KHTML|Gecko|Trident\/|MSIE \d|Presto\/|Goanna\/|Servo\/|NetFront|Nintendo|PlayStation|MIDP|Opera|UCBrowser\/|^DuckDuckGo\//i;

/** An engine with no platform before it: browsers name their platform first. */
const nowhere = /^Mozilla\/\d\.\d+ [^( ]/i;

/** A desktop browser with this engine continues with `Chrome/…` or `Version/…`. */
const desktopWebKit =
  /^Mozilla\/5\.0 \((?:Windows NT|X11; (?!GNU)|Unknown;|Linux x86_64|linux|darwin|win32)[^)]*\) AppleWebKit/;
const version = /\b(?:Chrome|Version)\/\d/i;

/** Whether a user agent has the structure of a browser user agent. Ignores additional words. */
export function hasBrowserForm(userAgent: string): boolean {
  return (
    beginning.test(userAgent) &&
    engine.test(userAgent) &&
    !nowhere.test(userAgent) &&
    (version.test(userAgent) || !desktopWebKit.test(userAgent))
  );
}

/** Chrome on a desktop, or Chrome elsewhere with a reduced version; both end with `Safari/…`. */
const chrome =
  /^Mozilla\/5\.0 \((?:Windows NT|Macintosh|X11)[^)]*\).* Chrome\/\d|like Gecko\) Chrome\/\d+\.0\.0\.0 (?:Mobile )?Safari\//i;

/** A word without a version, before Chrome or at the end, or a remark: browsers add name and version first. */
const addition =
  / like Gecko\) ((?!Iron )[a-z][\w-]*) Chrome\/| Safari\/[\d.]+ ((?!\w*BROWSER$)[a-z][\w-]*(?:\/[a-z][\w-]*)?$|[^(/]+\(.*)/i;

/** Exam browsers and proctoring extensions, and browsers that add a name without a version. */
const personsAddition =
  /exam|proctor|honorlock|lock-?down|(?:secure|safe|school|kids?)[ -]?browser|^(?:sparrow|itop|presearch|tempest)\b/i;

/**
 * Returns the words that follow a Chrome user agent, if no browser adds such words. Null if nothing
 * follows, if browsers do add it, or if the user agent is not Chrome's.
 */
export function findAddition(userAgent: string): string | null {
  const [, before, after] = (chrome.test(userAgent) && addition.exec(userAgent)) || [];
  const added = before ?? after;
  return added === undefined || personsAddition.test(added) ? null : added;
}

/**
 * How the browsers inside apps and televisions call themselves. Their user agents are long lists of
 * facts about app and phone, in which bot lists find words that they know.
 */
const inAppMarks =
  /\bFBA[NV]\/|FB_IAB\/|\bInstagram \d|\bBarcelona \d|\bmusical_ly|\btrill_\d|BytedanceWebview\/|\bTikTok\b|\bSnapchat\/\d|\bdiscord\/\d|Discord-Android\/|\bDiscord\/\d|\.ios\.youtube\/|\.android\.youtube\/|\bROBLOX (?:iOS|Android) App\b|\bRobloxApp\/|\bTwitter for |TwitterAndroid|\[Pinterest\/|\bReddit\/|\[LinkedInApp\]|\bLine\/\d|MicroMessenger\/|KAKAOTALK|Telegram-Android\/|\bGSA\/\d|\bTwitch\/|\bWhatsApp\b|\bcom\.[a-z]\w+\.[a-z]\w+|\bElectron\/\d|\b(?:HbbTV|NETTV|VIDAA)\/\d/i;

/** The shell of desktop apps. Monitors use it too, so it does not excuse a bot's name. */
const desktopShell = /\bElectron\/\d/;

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

/** Harmless words that contain a bot's name: CUBOT phones, `Channel/googleplay`, `Catcher4.69` of televisions. */
const harmlessWords =
  /cubot|channel\/\w*|googleplay\w*|java(?:platform|_runtime|\/[a-z])\w*|\bcatcher[\d.]+(?!\/)/gi;
const robloxWord = /roblox\w*/gi;

/**
 * A phone's model, which follows the version of its system. Old browsers have the language before it,
 * and always `Build/` after it.
 */
const model =
  /(\bAndroid [\w.]+;)(?:(?: [a-z]{2}(?:[-_][a-z0-9]{2,4}){0,2};)?[^;()]*(?= Build\/)|[^;()/]*(?=[;()]|$))/gi;

/** A phone's model, also with a version after it; what has a version may be a program's name. */
const modelOrProgram = /(\bAndroid [\w.]+;(?: [a-z]{2}(?:[-_][a-z0-9]{2,4}){0,2};)?)([^;()/]*)/gi;
const harmlessInModels = /(?<![a-z])(?:robot|bot|spider|monitor|scanner)(?![a-z])/gi;

/** Where a browser on iOS has its name: all have Safari's engine. */
const iosBrowser = /^(Mozilla\/5\.0 \(iP[^)]*\)[^(]*\(KHTML, like Gecko\) )[^()]*(?=\bMobile\/)/;

/** The parts of a user agent in which programs are searched. */
export type SearchedTexts = {
  /** Without harmless words that look like a bot's. Programs that declare themselves are found in it. */
  text: string;
  /** The same without the phone's model (Discovery, Seoul, Radar). Searched for the names of bots. */
  names: string;
};

export function withoutHarmlessWords(userAgent: string): SearchedTexts {
  const text = userAgent.replace(harmlessWords, "").replace(robloxWord, withoutDownload);
  return {
    text: text
      .replace(modelOrProgram, (_, before: string, name: string) => before + withoutTasks(name))
      .replace(iosBrowser, "$1"),
    names: text.replace(model, "$1").replace(iosBrowser, "$1"),
  };
}

/** Whether the browser of an app or a television wrote the user agent, or the shell of a desktop app. */
export function findInAppBrowser(userAgent: string): "app" | "desktop shell" | null {
  const isMarked =
    inAppMarks.test(userAgent) || webView.test(userAgent) || isAndroidView(userAgent);
  if (!isMarked || !matchesInOrder(userAgent, platform)) return null;
  return desktopShell.test(userAgent) ? "desktop shell" : "app";
}

function withoutTasks(name: string): string {
  return name.replace(harmlessInModels, "");
}

/** Keeps what follows `download`, as in `RobloxStudioDownload`. */
function withoutDownload(word: string): string {
  const start = word.toLowerCase().lastIndexOf("download");
  return start < 0 ? word : word.slice(start + "download".length);
}

/** Whether the engine follows brackets that name Android. */
function isAndroidView(userAgent: string): boolean {
  const engine = androidEngine.exec(userAgent);
  if (!engine) return false;
  const before = userAgent.slice(0, engine.index);
  return /\bAndroid /.test(before.slice(before.lastIndexOf(")") + 1));
}

/** Values of the statistics' dimension `device`. */
export const deviceKinds = ["phone", "tablet", "desktop", "tv", "other", "unknown"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/**
 * Whether a text matches all expressions one after another, each after the end of the previous
 * match. Takes linear time, unlike one expression with `.*` between the parts. The expressions must
 * be global (`/…/g`).
 */
export function matchesInOrder(text: string, parts: readonly RegExp[]): boolean {
  let end = 0;
  return parts.every((part) => {
    part.lastIndex = end;
    const isFound = part.test(text);
    end = part.lastIndex;
    return isFound;
  });
}
