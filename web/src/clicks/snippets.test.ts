import { expect, it } from "vitest";
import { snippetLanguages, writeSnippet } from "./conversion-set-up";

const place = { url: "https://fairclick.example/api/conversions", key: "fcc_secret" };

it.each(snippetLanguages)("%s says where to, and with which key", (language) => {
  const snippet = writeSnippet(language, place);
  expect(snippet).toContain(place.url);
  expect(snippet).toContain(place.key);
  expect(snippet).not.toContain("${");
});

it("reports the click of a Roblox player, and their return from the data store", () => {
  const luau = writeSnippet("luau", place);
  for (const part of [
    "GetJoinData().LaunchData",
    '"fc_"',
    '"joined"',
    '"returned"',
    "RequestAsync",
    "player = player",
  ]) {
    expect(luau).toContain(part);
  }
});

it("are valid JavaScript and JSON", () => {
  const script = writeSnippet("javascript", place)
    .replace("await report(player", "report(player")
    .replace("await report(player", "report(player");
  expect(() => new Function("player", "clickId", script)).not.toThrow();
  const body = /-d '(.*)'/.exec(writeSnippet("curl", place))?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({ clickId: "test", event: "joined" });
});
