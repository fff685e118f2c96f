import { expect, test } from "vitest";
import { paramName, readForm } from "./form";

function read(text: string) {
  return readForm(new URLSearchParams(text));
}

test("nests objects and lists", () => {
  expect(read("a[b][0][c]=1&a[b][1][c]=2&a[d]=3&e=4")).toEqual({
    a: { b: [{ c: "1" }, { c: "2" }], d: "3" },
    e: "4",
  });
});

test("appends with empty brackets", () => {
  expect(read("expand[]=a&expand[]=b")).toEqual({ expand: ["a", "b"] });
});

test("keeps an object for keys that do not count from 0", () => {
  expect(read("m[1]=x&m[3]=y")).toEqual({ m: { 1: "x", 3: "y" } });
});

test("decodes names, and keeps malformed brackets as part of the name", () => {
  expect(read("a%5Bb%5D=%26&[x]=1&y]=2")).toEqual({ a: { b: "&" }, "[x]": "1", "y]": "2" });
});

test("treats __proto__ as an ordinary key", () => {
  const form = read("__proto__[polluted]=1&a[__proto__][b]=2");
  expect(Object.prototype).not.toHaveProperty("polluted");
  expect(Object.keys(form)).toEqual(["__proto__", "a"]);
});

test("formats a path as the name of a form field", () => {
  expect(paramName(["line_items", "0", "price_data"])).toBe("line_items[0][price_data]");
});
