import { relatedUsersResponseSchema } from "@fairclick/core/accounts/related-users-schema";
import { clickDecisionSchema } from "@fairclick/core/clicks/click-decisions-schema";
import {
  clickDetailSchema,
  flaggedGroupsResponseSchema,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { linkTimelineSchema } from "@fairclick/core/clicks/link-timeline-schema";
import { suspectsResponseSchema } from "@fairclick/core/clicks/links/suspects-schema";
import { topClicksResponseSchema } from "@fairclick/core/clicks/top-clicks-schema";
import { AppError } from "@fairclick/core/errors";
import { changeSchema } from "@fairclick/core/operations/operator-change-schema";
import { render } from "ink-testing-library";
import { afterEach, describe, expect, it } from "vitest";
import { connectTo } from "../connection/open-api";
import { figuresSchema } from "../output/describe-figures";
import { serveCanned } from "../testing/canned-api";
import { findUnsafe, HOSTILE, hostileValue } from "../testing/hostile";
import { ConfirmPrompt } from "./confirm-prompt";
import { createInspectApi } from "./inspect/inspect-api";
import { InspectApp } from "./inspect/inspect-app";
import { noMouse } from "./inspect/take-mouse";
import { SecretPrompt } from "./secret-prompt";
import { Top } from "./top";
import { Working } from "./working";

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
  ...clickDetailSchema.parse(hostileValue(clickDetailSchema)),
  address: "203.0.113.9",
};
const answers: [RegExp, () => unknown][] = [
  [/clicks$/, () => ({ status: "success", data: [click], nextCursor: null })],
  [/suspects$/, () => hostileValue(suspectsResponseSchema)],
  [/timeline$/, () => ({ data: hostileValue(linkTimelineSchema) })],
  [/top$/, () => hostileValue(topClicksResponseSchema)],
  [/related$/, () => hostileValue(relatedUsersResponseSchema)],
  [/groups$/, () => hostileValue(flaggedGroupsResponseSchema)],
  [/(approve|reject|reverse)$/, () => ({ data: hostileValue(clickDecisionSchema) })],
  [
    /(disable|enable|suspend|restore|accept|decline)$/,
    () => ({ data: hostileValue(changeSchema) }),
  ],
  [/clicks\/./, () => ({ data: click })],
];

let refused: RegExp | null = null;
const { url } = serveCanned(({ path }) => {
  if (refused?.test(path)) {
    const refusal = { status: "error", code: "conflict", message: HOSTILE, error: HOSTILE };
    return Response.json(refusal, { status: 409 });
  }
  const [, answer] = answers.find(([pattern]) => pattern.test(path)) ?? [];
  const body = Object.assign({ status: "success" }, answer?.());
  return answer ? Response.json(body) : new Response(null, { status: 404 });
});

function inspect(refuse: RegExp | null = null): App {
  refused = refuse;
  const api = createInspectApi(connectTo({ api: url, token: "token" }));
  const store = { read: () => new Map([[HOSTILE, HOSTILE]]), save: () => {}, remove: () => {} };
  const given = { api, store, mouse: noMouse, now: () => new Date(), pollMs: 50 };
  return draw(<InspectApp {...given} />);
}

const sees = (shown: App, text: string) =>
  expect.poll(() => drawn(shown).at(-1)?.replaceAll(/\s+/g, "")).toContain(text);

describe("inspect", () => {
  it("shows a click safely", async () => {
    const shown = inspect();
    await sees(shown, "appealopen");
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });

  it.each(["2", "3"])("shows groups safely: %s", async (key) => {
    const shown = inspect();
    await sees(shown, "appealopen");
    shown.stdin.write(key);
    await sees(shown, "atstake");
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });

  it.each([
    ["4", "sortedbyrisk"],
    ["6", "sortedbyclicks"],
    ["9", "sortedbyclicks"],
    ["t", "Accountsrelatedto"],
    ["T", "Clicksperhour"],
    ["f", "Savedfilters"],
    ["f1", "isnotafilter"],
  ])("shows ranks, timelines and related accounts safely: %s", async (key, title) => {
    const shown = inspect();
    await sees(shown, "appealopen");
    shown.stdin.write(key);
    await sees(shown, title);
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });

  it.each(["l", "s"])("shows what will change safely: %s", async (key) => {
    const shown = inspect();
    await sees(shown, "appealopen");
    shown.stdin.write(key);
    await sees(shown, "Reason:");
    shown.stdin.write("why\u202e");
    shown.stdin.write("\r");
    await sees(shown, "Apply?");
    expectSafe(shown);
    shown.stdin.write("y");
    await sees(shown, "aapprovexreject");
    expectSafe(shown);
  });

  it.each(["x", "l"])("shows what an act on marked rows will change safely: %s", async (key) => {
    const shown = inspect(/(reject|disable)$/);
    await sees(shown, "appealopen");
    shown.stdin.write(` 2`);
    await sees(shown, "atstake");
    await sees(shown, "\\u001b]0;OWNED");
    shown.stdin.write(`A${key}`);
    await sees(shown, "Reason:");
    shown.stdin.write("why\u202e\r");
    await sees(shown, "Appliesto0of1markedrow");
    expectSafe(shown);
  });

  it("filters by a hostile name safely", async () => {
    const shown = inspect();
    await sees(shown, "appealopen");
    shown.stdin.write("c");
    await sees(shown, '\\ud800"');
    expectSafe(shown);
  });

  it.each([/clicks$/, /clicks\/./, /disable$/])("shows refusals of %s safely", async (refuse) => {
    const shown = inspect(refuse);
    if (refuse.test("disable")) {
      await sees(shown, "appealopen");
      shown.stdin.write("l");
      await sees(shown, "Reason:");
      shown.stdin.write("why");
      shown.stdin.write("\r");
    }
    await sees(shown, "\\u001b]0;OWNED");
    expectSafe(shown);
  });
});

describe("top", () => {
  it("shows figures and errors safely", async () => {
    let isAway = false;
    const read = async () => {
      if (isAway) throw new AppError("unavailable", HOSTILE);
      isAway = true;
      return figuresSchema.parse(hostileValue(figuresSchema));
    };
    const shown = draw(<Top api="http://localhost:3000" read={read} intervalMs={20} />);
    await sees(shown, "moved/minEvil\\u001b]0;OWNED");
    await sees(shown, "Evil\\u001b]0;OWNED");
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
