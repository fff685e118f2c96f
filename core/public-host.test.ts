import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findHostProblem } from "./web-addresses";

describe("an address that is not on the internet", () => {
  it.each([
    ...["http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/"],
    ...["http://0177.0.0.1/", "http://0x7f.1/", "http://127.0.0.1./", "http://127.255.255.254/"],
    ...["http://１２７.０.０.１/", "http://127。0。0。1/", "http://%31%32%37.0.0.1/"],
    ...["http://0.0.0.0/", "http://0/", "http://10.1.2.3/", "http://172.16.0.1/"],
    ...["http://192.168.1.1:8080/", "http://169.254.169.254/latest", "http://100.64.0.1/"],
    ...["http://192.0.2.1/", "http://198.18.0.1/", "http://198.51.100.1/", "http://203.0.113.9/"],
    ...["http://224.0.0.1/", "http://240.0.0.1/", "http://255.255.255.255/", "http://192.0.0.1/"],
    ...["http://[::]/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[fe80::1]/"],
    ...["http://[fc00::1]/", "http://[fd12:3456::1]/", "http://[fec0::1]/", "http://[ff02::1]/"],
    ...["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::ffff:10.0.0.1]/"],
    ...["http://[::127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::1]/"],
    ...[
      "http://[2001:db8::1]/",
      "http://[2002:7f00:1::]/",
      "http://[2001::1]/",
      "http://[100::1]/",
    ],
    ...["http://localhost/", "http://LOCALHOST:3000/", "http://localhost./", "http://a.localhost/"],
    ...["http://games/", "http://router./", "http://printer.local/", "http://db.internal/"],
    ...["http://nas.home.arpa/", "http://x.test/", "http://x.onion/", "http://loc%61lhost/"],
  ])("is refused: %s", (url) => {
    expect(findHostProblem(url)).toBe("not_public");
  });

  it("is refused in whatever way its number is written", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("127", "10", "0"),
        fc.nat(0xff_ff_ff),
        fc.constantFrom(10, 8, 16),
        (first, rest, radix) => {
          const prefix = { 8: "0", 10: "", 16: "0x" }[radix] ?? "";
          const number = Number(first) * 2 ** 24 + rest;
          expect(findHostProblem(`http://${prefix}${number.toString(radix)}/`)).toBe("not_public");
        },
      ),
    );
  });
});

describe("a website's name that imitates another", () => {
  it.each([
    ...["https://rоblox.com/", "https://xn--rblox-jye.com/", "https://www.gοogle.com/"],
    ...["https://аррӏе.com/", "https://xn--80ak6aa92e.com/", "https://раураӏ.example.org/"],
    ...["https://pαypal.org/", "https://日本аб.com/", "https://ᏢᎪᎽ.com/"],
  ])("is refused: %s", (url) => {
    expect(findHostProblem(url)).toBe("spoofing");
  });
});

it.each([
  ...["https://www.roblox.com/games/1", "http://8.8.8.8/", "https://[2606:4700::1111]/"],
  ...[
    "https://münchen.de/",
    "https://xn--mnchen-3ya.de/",
    "https://яндекс.рф/",
    "https://пример.com/",
  ],
  ...[
    "https://日本のゲーム.jp/",
    "https://ゲームabc.jp/",
    "https://한국게임.kr/",
    "https://παίζω.gr/",
  ],
  ...["https://my_game.example.com/", "https://game.example.com./", "https://مثال.إختبار.com/"],
])("takes %s", (url) => {
  expect(findHostProblem(url)).toBeNull();
});
