import { screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { item, stubApi } from "../testing/stub-api";

/** Reloads the app, because it reads build-time settings when it is loaded. */
async function namesInFooter(): Promise<(string | null)[]> {
  vi.resetModules();
  stubApi({ "GET /api/contact": item({ token: "token" }) });
  const { openApp } = await import("../testing/open-app");
  openApp("/contact");
  const footer = await screen.findByRole("navigation", { name: "Footer" });
  return [...footer.children].map(({ textContent }) => textContent);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it("links to Twitter and Discord if their URLs are set", async () => {
  vi.stubEnv("VITE_TWITTER_URL", "https://x.example/game");
  vi.stubEnv("VITE_DISCORD_URL", "https://discord.example/game");
  expect(await namesInFooter()).toEqual([
    "Rules",
    "Terms",
    "Privacy",
    "Contact",
    "Twitter",
    "Discord",
  ]);
  const discord = screen.getByRole("link", { name: "Discord" });
  expect(discord.getAttribute("href")).toBe("https://discord.example/game");
});

it("omits links that are not set", async () => {
  vi.stubEnv("VITE_TWITTER_URL", "https://x.example/game");
  vi.stubEnv("VITE_DISCORD_URL", "");
  expect(await namesInFooter()).toEqual(["Rules", "Terms", "Privacy", "Contact", "Twitter"]);
});
