import { expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import {
  browsersOfPeople,
  likelyBrowsersOfPeople,
  previewCrawlers,
  quotedBrowsersOfPeople,
} from "../testing/user-agents";
import { previewBot } from "./requests";

it.each(previewCrawlers)("finds %s", (userAgent) => {
  expect(previewBot.find(newClick({ userAgent }), anonymousContext)).not.toBeNull();
});

it.each([
  ...browsersOfPeople,
  ...quotedBrowsersOfPeople,
  ...likelyBrowsersOfPeople,
  "Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.9.78",
])("lets people pass who share with the same apps: %s", (userAgent) => {
  expect(previewBot.find(newClick({ userAgent }), anonymousContext)).toBeNull();
});
