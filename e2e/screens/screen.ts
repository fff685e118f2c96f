import type { Page } from "playwright-core";
import { exactlyInAnyLanguage, inAnyLanguage } from "./in-any-language";

/** The viewer: nobody signed in, an empty account, or one of the demo's two accounts. */
export type Viewer = "stranger" | "newcomer" | "developer" | "creator";

export type Screen = {
  name: string;
  viewer: Viewer;
  path: string;
  /** Runs before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs on the page before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
};

/** The campaign that has had visitors, and one that can still be joined. */
export type Market = { campaign: string; joinable: string };

export const fail = (url: string | RegExp) => (page: Page) =>
  page.route(url, (route) =>
    route.request().resourceType() === "document"
      ? route.continue()
      : route.fulfill({ status: 500, contentType: "application/json", body: "{}" }),
  );

/** Answers matching requests with `json`, for states that the demo does not reach. */
export const answer = (url: string | RegExp, json: unknown) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ json }));

export const press = (name: string) => (page: Page) =>
  page
    .getByRole("button", { name: exactlyInAnyLanguage(name) })
    .first()
    .click();

export const seeHeading = (page: Page) => page.getByRole("heading", { level: 1 }).waitFor();

export const see = (text: string | RegExp) => (page: Page) =>
  page.getByText(inAnyLanguage(text)).first().waitFor();
