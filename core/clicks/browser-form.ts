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

/**
 * A single word without a version, or a word and a remark. Browsers add their name and version, and
 * remarks only after these.
 */
const addition = / Safari\/[\d.]+ ((?!\w*BROWSER$)[a-z][\w-]*$|[^(/]+\(.*)/i;

/** Exam browsers and proctoring extensions, and browsers that add a name without a version. */
const personsAddition =
  /exam|proctor|honorlock|lock-?down|(?:secure|safe|school|kids?)[ -]?browser|^(?:sparrow|itop|presearch|tempest)\b/i;

/**
 * Returns the words that follow a Chrome user agent, if no browser adds such words. Null if nothing
 * follows, if browsers do add it, or if the user agent is not Chrome's.
 */
export function findAddition(userAgent: string): string | null {
  const added = chrome.test(userAgent) ? addition.exec(userAgent)?.[1] : undefined;
  return added === undefined || personsAddition.test(added) ? null : added;
}
