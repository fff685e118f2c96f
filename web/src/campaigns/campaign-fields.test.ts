import { expect, it } from "vitest";
import { addHashtag } from "./campaign-fields";

it("adds a hashtag with one # sign", () => {
  expect(addHashtag([], "Obby")).toEqual(["#Obby"]);
  expect(addHashtag(["#Obby"], " ##RPG ")).toEqual(["#Obby", "#RPG"]);
});

it("adds no empty hashtag and no duplicate", () => {
  expect(addHashtag(["#Obby"], "  ")).toEqual(["#Obby"]);
  expect(addHashtag(["#Obby"], "#")).toEqual(["#Obby"]);
  expect(addHashtag(["#Obby"], "#OBBY")).toEqual(["#Obby"]);
});

it("stops at ten", () => {
  const ten = Array.from({ length: 10 }, (_, index) => `#tag${index}`);
  expect(addHashtag(ten, "#more")).toEqual(ten);
});
