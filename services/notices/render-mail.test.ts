import { noticeKinds, writeNoticeText } from "@fairclick/core/notices/registry";
import { describe, expect, it } from "vitest";
import { inLanguage } from "../language/in-language";
import { type MailFooter, renderMail } from "./render-mail";
import { HOSTILE, listHostileData } from "./testing/hostile-data";

const APP_URL = "https://app.test";
const STOP = `${APP_URL}/api/notices/unsubscribe/signed`;
const mailed = noticeKinds.flatMap((kind) =>
  [...listHostileData(kind.schema)].map(([variant, data]) => ({
    ...{ ...kind, data, name: `${kind.kind} ${variant}`.trim() },
  })),
);

function makeFooter({ topic, mail }: (typeof mailed)[number]): MailFooter {
  if (topic === "operations") return { kind: "operators" };
  return mail === "optional" ? { kind: "optional", url: STOP } : { kind: "always" };
}

async function render(kind: (typeof mailed)[number]) {
  const text = writeNoticeText(kind, "t0ken");
  if (!text) throw new Error(`${kind.kind} does not read its data`);
  return {
    text,
    ...(await renderMail({ text, appUrl: APP_URL, footer: makeFooter(kind), image: null })),
  };
}

/** The words of a text, however it is wrapped. */
const words = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();

const entities: Record<string, string> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#39;": "'" },
};
const readHtml = (html: string) =>
  html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&[#\w]+;/g, (entity) => entities[entity] ?? " ");

describe.each(mailed.map((kind) => [kind.name, kind] as const))("the mail %s", (_, kind) => {
  it("reads like this, with hostile data", async () => {
    const { text, plainText } = await render(kind);
    expect(`Subject: ${text.title}\n\n${plainText}`).toMatchSnapshot();
  });

  it("has the same facts as text and as HTML, without what hostile data wants", async () => {
    const { text, html, plainText } = await render(kind);
    for (const fact of [text.title, ...text.paragraphs]) {
      expect(words(readHtml(html))).toContain(words(fact));
      expect(words(plainText)).toContain(words(fact));
      expect(fact).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
    const href = text.action && `${APP_URL}${text.action.path}`;
    if (href) for (const part of [html, plainText]) expect(part).toContain(href);
    expect(html).not.toMatch(/<(?:script|img|iframe|form|style|link)\b/i);
  });

  it("links only to the app, and to the page that stops it exactly if it is optional", async () => {
    const { html, plainText } = await render(kind);
    const links = [...html.matchAll(/\s(?:href|src|action|background)="([^"]*)"/g)].map(
      ([, url = ""]) => url,
    );
    expect(links.filter((url) => new URL(url).origin !== APP_URL)).toEqual([]);
    const stops = makeFooter(kind).kind === "optional" ? 1 : 0;
    expect(links.filter((url) => url === STOP)).toHaveLength(stops);
    expect(plainText.includes(STOP)).toBe(stops === 1);
  });
});

it("fills hostile data into the mails", async () => {
  const titles = await Promise.all(mailed.map(async (kind) => (await render(kind)).text.title));
  expect(titles.filter((title) => title.includes("Bcc: all@evil.example"))).not.toEqual([]);
  expect(HOSTILE).toContain("\r\n");
});

it.each(["account.new_sign_in", "clicks.reversed", "campaign.ended"])(
  "writes the mail %s in Spanish, with the facts of the English one",
  async (name) => {
    const kind = mailed.find((each) => each.name === name);
    if (!kind) throw new Error(`There is no kind ${name}`);
    const { text, html, plainText } = await inLanguage("es", () => render(kind));
    expect(`Subject: ${text.title}\n\n${plainText}`).toMatchSnapshot();
    expect(html).toContain('<html dir="ltr" lang="es">');
    expect((await render(kind)).text.action?.path).toBe(text.action?.path);
  },
);
