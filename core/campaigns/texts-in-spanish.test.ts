import { expect, it } from "vitest";
import {
  contentCategories,
  contentName,
  contentPlatforms,
  describeWanted,
} from "../accounts/creator-content";
import { countryName } from "../countries";
import { spanishOnServer } from "../language/spanish-on-server";
import { speakInTests } from "../language/testing/speak-in-tests";
import { audienceDevices, describeAudience, describeDevice } from "./audience";
import { createCampaignSchema, gameStepSchema } from "./campaign-input";
import { genreName, genres } from "./genres";
import { describeReview, reviewReasons } from "./reviews";

const speak = speakInTests(spanishOnServer);

it("names countries, genres and kinds of content, and keeps unknown names", () => {
  speak("es");
  expect([
    countryName("DE"),
    countryName("??"),
    genreName("Adventure"),
    genreName("Chess"),
  ]).toEqual(["Alemania", "??", "Aventura", "Chess"]);
  expect(contentName("Other games")).toBe("Otros juegos");
  speak("en");
  expect([countryName("DE"), genreName("Adventure")]).toEqual(["Germany", "Adventure"]);
});

it("names every choice in English as it is stored", () => {
  expect(genres.map(genreName)).toEqual(genres);
  const choices = [...contentCategories, ...contentPlatforms];
  expect(choices.map(contentName)).toEqual(choices);
});

it("joins choices as each language does", () => {
  const wanted = {
    categories: ["Roblox" as const, "Art" as const, "Other games" as const],
    platforms: ["YouTube" as const],
  };
  expect(describeWanted(wanted)).toBe("Roblox or Art or Other games, on YouTube");
  speak("es");
  expect(describeWanted(wanted)).toBe("Roblox o Arte u Otros juegos, en YouTube");
});

it("describes an audience with the names of its language, sorted by them", () => {
  const audience = { countries: ["US", "DE"], devices: ["phone" as const] };
  speak("es");
  expect(describeAudience(audience)).toBe(
    "Solo paga clics de Alemania y Estados Unidos, en teléfonos o tabletas. Un clic cuyo país o dispositivo no se conoce no se paga.",
  );
  expect(audienceDevices.map(describeDevice)).toEqual([
    "teléfonos y tabletas",
    "computadoras",
    "consolas",
  ]);
});

it("writes the errors of one schema in the language of each reader", () => {
  const schema = createCampaignSchema(new Date("2026-11-23T00:00:00Z"));
  const messages = () => schema.safeParse({}).error?.issues.map(({ message }) => message) ?? [];
  const english = messages();
  speak("es");
  const spanish = messages();
  expect(english).toContain("Game title is required");
  expect(spanish).toContain("Escribe el título del juego");
  expect(spanish).toHaveLength(english.length);
  expect(spanish.filter((text) => english.includes(text))).toEqual([]);
});

it("refuses an address with a whole sentence", () => {
  const refuse = (gameUrl: string) =>
    gameStepSchema.shape.gameUrl.safeParse(gameUrl).error?.issues[0]?.message;
  speak("es");
  expect(refuse("http://10.0.0.1/")).toBe(
    "URL del juego: debe llevar a un sitio web público, no a una dirección privada o reservada",
  );
  expect(refuse("")).toBe("URL del juego: este campo es obligatorio");
});

it("explains every reason of a review", () => {
  speak("es");
  expect(describeReview(reviewReasons)).not.toMatch(/\b(it|the|and|is|was)\b/);
});
