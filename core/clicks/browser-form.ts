/** Beginnings of browser user agents; an app's name may come first. */
const beginning =
  /^(?:Mozilla|Opera)\/\d|\bMozilla\/5\.0 \(|^(?:Instagram|DuckDuckGo)[ /]\d|^com\.\w|UCBrowser\/|MIDP-2|^\w+\/[\d.]+ \((?:Android|iPhone|iPad)\b[^)]*\) (?:AppleWebKit|Gecko)\//i;

/** Words of which every browser has at least one, also on consoles and phones. */
const engine =
  /AppleWebKit\/|KHTML|Gecko|Trident\/|MSIE \d|Presto\/|Goanna\/|Servo\/|NetFront|Nintendo|PlayStation|MIDP|Opera|UCBrowser\/|^DuckDuckGo\//i;

/** The engine before any platform: browsers say first where they run. */
const nowhere = /^Mozilla\/\d\.\d+ [^( ]/i;

/** On a desktop, every browser with this engine goes on with its version, as Chrome or as Safari does. */
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

/** Chrome on a desktop, and elsewhere the one that hides its exact version: both end with Safari's. */
const chrome =
  /^Mozilla\/5\.0 \((?:Windows NT|Macintosh|X11)[^)]*\).* Chrome\/\d|like Gecko\) Chrome\/\d+\.0\.0\.0 (?:Mobile )?Safari\//i;

/** One word without a version, or a word and a remark: browsers that add to Chrome's words add their name and version, and remarks behind these. */
const addition = / Safari\/[\d.]+ ((?!\w*BROWSER$)[a-z][\w-]*$|[^(/]+\(.*)/i;

/** Browsers for exams and proctors' extensions, by their task, and browsers that add a bare name. */
const personsAddition =
  /exam|proctor|honorlock|lock-?down|(?:secure|safe|school|kids?)[ -]?browser|^(?:sparrow|itop|presearch|tempest)\b/i;

/** Returns words after a Chrome user agent that no browser adds, or null. */
export function findAddition(userAgent: string): string | null {
  const added = chrome.test(userAgent) ? addition.exec(userAgent)?.[1] : undefined;
  return added === undefined || personsAddition.test(added) ? null : added;
}
