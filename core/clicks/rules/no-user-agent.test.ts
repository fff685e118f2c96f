import { expect, it } from "vitest";
import { findSignals } from "../checks";
import { anonymousContext, newClick } from "../testing/new-click";
import { declaredBots, degenerateUserAgents, quotedBrowsersOfPeople } from "../testing/user-agents";
import { noUserAgent } from "./requests";

/** A console over http. */
const sendsLittle = {
  secure: false,
  acceptLanguage: null,
  secFetchDest: null,
  secFetchMode: null,
  secFetchSite: null,
  secChUa: null,
  secChUaMobile: null,
  secChUaPlatform: null,
};

it.each([null, "", "   ", ...degenerateUserAgents])("finds %j", (userAgent) => {
  expect(noUserAgent.find(newClick({ userAgent }), anonymousContext)).toEqual({});
});

it.each([
  "Mozilla/5.0 (Nintendo 3DS; U; ; en) Version/1.7498.EU",
  "Opera/9.30 (Nintendo Wii; U; ; 3642; en)",
  "Mozilla/5.0 (PLAYSTATION 3; 3.55)",
])("lets a short browser user agent pass: %s", (userAgent) => {
  expect(findSignals(newClick({ ...sendsLittle, userAgent }), anonymousContext)).toEqual([]);
});

it.each([...declaredBots.slice(0, 5), ...quotedBrowsersOfPeople])(
  "leaves what has a name to other rules: %s",
  (userAgent) => {
    expect(noUserAgent.find(newClick({ userAgent }), anonymousContext)).toBeNull();
  },
);
