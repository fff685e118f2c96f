import { clickDetailSchema } from "@fairclick/core/clicks/flagged-clicks";
import { pickJson } from "@fairclick/core/schemas";
import { render } from "ink-testing-library";
import { afterEach, describe, expect, it } from "vitest";
import { connectTo } from "../frame/connection";
import { serveCanned } from "../testing/canned-api";
import { findUnsafe, HOSTILE, hostileValue } from "../testing/hostile";
import { createInspectSource } from "./inspect-source";
import { ConfirmPrompt, SecretPrompt, Working } from "./prompts";
import { ScreenApp } from "./screen-app";

type App = ReturnType<typeof render>;
let app: App | null = null;
const draw = (...[element]: Parameters<typeof render>): App => {
  app = render(element);
  return app;
};
afterEach(() => app?.unmount());

/** Returns every drawn frame, without Ink's own colour and style sequences. */
const drawn = ({ frames }: App) => frames.map((frame) => frame.replace(sgr, ""));
// biome-ignore lint/suspicious/noControlCharactersInRegex: looks begin with the escape character
const sgr = /\u001b\[[0-9;]*m/g;
const expectSafe = (shown: App) => {
  for (const frame of drawn(shown)) expect(findUnsafe(frame)).toEqual([]);
};

/** Every text is hostile except the IP address, which Postgres validates. */
const click = {
  ...pickJson(clickDetailSchema, hostileValue(clickDetailSchema)),
  address: "203.0.113.9",
};
let refuses = false;
const { url } = serveCanned(() => {
  if (!refuses) return Response.json({ status: "success", data: [click], nextCursor: null });
  const refusal = { status: "error", code: "conflict", message: HOSTILE, error: HOSTILE };
  return Response.json(refusal, { status: 409 });
});

function inspect(): App {
  const api = connectTo({ api: url, token: "token" });
  const run = async () => ({ isDone: true, text: HOSTILE });
  const source = createInspectSource({
    api,
    run,
    filter: {},
    readRelated: () => Promise.reject(new Error("Not expected")),
  });
  return draw(<ScreenApp source={source} now={() => new Date()} />);
}

const sees = (shown: App, text: string) =>
  expect.poll(() => drawn(shown).at(-1)?.replaceAll(/\s+/g, "")).toContain(text);

describe("inspect", () => {
  it("shows clicks and what will change safely", async () => {
    refuses = false;
    const shown = inspect();
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
    shown.stdin.write("l");
    await sees(shown, "Reason:");
    shown.stdin.write("why\u202e\r");
    await sees(shown, "Apply?");
    shown.stdin.write("y");
    await sees(shown, "Done,uundoesit.");
    shown.stdin.write("c");
    await sees(shown, "Clicks:creatorEvil");
    expectSafe(shown);
  });

  it("shows refusals safely", async () => {
    refuses = true;
    const shown = inspect();
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });
});

describe("prompts", () => {
  it.each([
    ["a question", <ConfirmPrompt key="1" question={HOSTILE} onAnswer={() => {}} />],
    ["a secret", <SecretPrompt key="2" question={HOSTILE} onAnswer={() => {}} />],
    ["work", <Working key="3" label={HOSTILE} />],
  ])("show %s safely", async (_, element) => {
    const shown = draw(element);
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });
});
