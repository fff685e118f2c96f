import { expect, it } from "vitest";
import { checkCoverImage } from "./cover-picker";

const MEGABYTE = 1024 * 1024;

it.each([
  ["image/png", 5 * MEGABYTE - 1, null],
  ["image/png", 5 * MEGABYTE, "Image file size must be less than 5MB"],
  ["application/pdf", 10, "Please select a valid image file"],
  ["", 10, "Please select a valid image file"],
])("%s of %d bytes: %s", (type, size, error) => {
  expect(checkCoverImage({ type, size })).toBe(error);
});
