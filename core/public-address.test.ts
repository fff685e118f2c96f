import { describe, expect, it } from "vitest";
import { findAddressProblem } from "./web-addresses";

const problem = (url: string, allowLocal = false) => findAddressProblem(url, { allowLocal });

it.each([
  "https://game.example/fairclick",
  "https://hooks.game.example:8443/a?key=1",
  "https://xn--bcher-kva.example/",
])("accepts %s", (url) => {
  expect(problem(url)).toBeNull();
});

describe("refuses", () => {
  it.each([
    "",
    "game.example",
    "http://game.example/",
    "ftp://game.example/",
    "file:///etc/passwd",
    "https://user:secret@game.example/",
    "https://game.example/#part",
    "https://game.example:25/",
    `https://game.example/${"a".repeat(500)}`,
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://router.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://①②⑦.⓪.⓪.①/",
    "https://169.254.169.254/latest/meta-data",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "http://localhost:3000/",
  ])("%s", (url) => {
    expect(problem(url)).not.toBeNull();
  });
});

it("accepts this machine in a local stack only", () => {
  expect(problem("http://localhost:8080/hook", true)).toBeNull();
  expect(problem("http://127.0.0.1:8080/hook", true)).toBeNull();
  expect(problem("https://localhost:8443/hook", true)).toBeNull();
  for (const host of ["127.0.0.1:8443", "[::1]:8443"]) {
    expect(problem(`https://${host}/hook`, true)).toMatch("host name, not a number");
  }
  expect(problem("http://10.0.0.1/", true)).not.toBeNull();
  expect(problem("http://localhost.game.example/", true)).not.toBeNull();
});
