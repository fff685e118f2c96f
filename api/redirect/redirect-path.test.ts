import { expect, it } from "vitest";
import { linkKey, parseKeyCreator, parseRedirectPath, sliceLinkKey } from "./redirect-path";

const campaignId = "0190163d-8694-739b-aea5-966c26f8ad91";
const creatorId = "0190163d-8694-739b-aea5-966c26f8ad92";
const key = { campaignId, creatorId };
const origin = "http://localhost:3000";

it.each([
  `/api/clicks/redirect/${campaignId}?userId=${creatorId}`,
  `/api/clicks/redirect/${campaignId.toUpperCase()}?userId=${creatorId.toUpperCase()}`,
  `/api/clicks/redirect/${campaignId}/?userId=${creatorId}`,
  `/api/clicks/redirect/${campaignId}?utm_source=tiktok&userId=${creatorId}&fbclid=x`,
  `/api/clicks/redirect/${campaignId}?userId=${creatorId}&`,
  `/api/clicks/redirect/${campaignId}?userId=${creatorId.replaceAll("-", "%2D")}`,
])("finds the link in %s", (path) => {
  expect(parseRedirectPath(`${origin}${path}`)).toEqual(key);
});

it.each(["/r/Ab3_-x", "/r/Ab3_-x/", "/r/Ab3_-x?utm_source=tiktok"])(
  "finds the code in %s",
  (path) => {
    expect(parseRedirectPath(`${origin}${path}`)).toEqual({ code: "Ab3_-x" });
  },
);

it.each(["/r/Ab3_-x/video-12", "/r/Ab3_-x/Video-12/", "/r/Ab3_-x/video-12?utm_source=tiktok"])(
  "finds the code and the name in %s",
  (path) => {
    expect(parseRedirectPath(`${origin}${path}`)).toEqual({ code: "Ab3_-x", name: "video-12" });
  },
);

it.each([
  "/api/clicks/redirect/",
  "/r/Ab3_-x/bio/bio",
  "/r/Ab3_-x/-bio",
  "/r/Ab3_-x/b%69o",
  "/r/Ab3_-x/it's",
  `/r/Ab3_-x/${"b".repeat(25)}`,
  `/api/clicks/redirect/${campaignId}`,
  `/api/clicks/redirect/${campaignId}?userid=${creatorId}`,
  `/api/clicks/redirect/${campaignId}?userId=${creatorId}0`,
  `/api/clicks/redirect/${campaignId.slice(1)}x?userId=${creatorId}`,
  `/api/clicks/redirect/x/${campaignId}?userId=${creatorId}`,
  "/r/",
  "/r/a/b",
  "/r/%2e%2e",
  "/r/abc",
])("finds no link in %s", (path) => {
  expect(parseRedirectPath(`${origin}${path}`)).toBe("unknown");
});

it.each(["/", "/api/campaigns", "/api/clicks/redirected", "/register", "/x/r/abcd", "/?/r/abcd"])(
  "leaves %s to others",
  (path) => {
    expect(parseRedirectPath(`${origin}${path}`)).toBeNull();
  },
);

it("finds the key in generated link URLs, and only in the redirect's URLs", () => {
  const url = `${origin}/api/clicks/redirect/${campaignId}?userId=${creatorId}`;
  expect(sliceLinkKey(url)).toBe(linkKey(key));
  expect(parseKeyCreator(linkKey(key))).toBe(creatorId);
  expect(sliceLinkKey(`${url}&utm_source=tiktok`)).not.toBe(linkKey(key));
  expect(sliceLinkKey(`${origin}/r/Ab3_-x`)).toBeNull();
  expect(sliceLinkKey(`${origin}/?x=/api/clicks/redirect/${linkKey(key)}`)).toBeNull();
});
