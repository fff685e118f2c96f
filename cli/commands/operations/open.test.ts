import { expect, it } from "vitest";
import { serveCanned } from "../../testing/canned-api";
import { capture } from "../../testing/capture";
import { fakeTerminal } from "../../testing/fake-terminal";
import { makeTempFolder } from "../../testing/temp-folder";

const env = { XDG_CONFIG_HOME: makeTempFolder(), FAIRCLICK_TOKEN: "token" };
let url = "https://fairclick.example/campaigns/1";
const api = serveCanned(() =>
  Response.json({
    status: "success",
    data: { kind: "campaign", id: "1", url, about: "Public page of Tower." },
  }),
);

async function open(args: string[] = [], { starts = true, isTerminal = true } = {}) {
  const opened: string[] = [];
  const openPage = async (address: string) => {
    opened.push(address);
    return starts;
  };
  const terminal = isTerminal ? fakeTerminal({ openPage }) : null;
  const line = ["open", "Tower", ...args, "--api", api.url];
  return { opened, ...(await capture(line, { env, terminal })) };
}

it("prints and opens a page", async () => {
  const { opened, out, exitCode } = await open();
  expect([opened, exitCode]).toEqual([[url], 0]);
  expect(out).toBe(`${url}\nPublic page of Tower.\n`);
});

it("opens nothing with --print or in a pipe", async () => {
  for (const given of [await open(["--print"]), await open([], { isTerminal: false })]) {
    expect([given.opened, given.out.includes(url)]).toEqual([[], true]);
  }
});

it("prints the address if no browser starts", async () => {
  const { out, err, exitCode } = await open([], { starts: false });
  expect([out.includes(url), err, exitCode]).toEqual([
    ...[true, expect.stringContaining("No browser could be started"), 0],
  ]);
});

it.each(["file:///etc/passwd", "javascript:alert(1)", "--help", "/campaigns/1", "vscode://x"])(
  "refuses %s from a server",
  async (address) => {
    url = address;
    const { opened, exitCode } = await open();
    expect([opened, exitCode]).toEqual([[], 1]);
  },
);
