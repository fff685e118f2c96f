import { expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import { declaredBots, degenerateUserAgents, quotedBrowsersOfPeople } from "../testing/user-agents";
import { noUserAgent } from "./no-user-agent";

it.each([null, "", "   ", ...degenerateUserAgents])("finds %j", (userAgent) => {
  expect(noUserAgent.find(newClick({ userAgent }), nobodySignedIn)).toEqual({});
});

it.each([...declaredBots.slice(0, 5), ...quotedBrowsersOfPeople])(
  "leaves what has a name to other rules: %s",
  (userAgent) => {
    expect(noUserAgent.find(newClick({ userAgent }), nobodySignedIn)).toBeNull();
  },
);
