/** Draws the app's icons and the picture of link previews from `web/public/favicon.svg`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordDrawn } from "@fairclick/dev/icons/drawn-from";
import { type Picture, pictures } from "@fairclick/dev/icons/pictures";
import { chromium, findBrowser } from "@fairclick/dev/setup/find-program";
import { launchBrowser } from "./browser";

const root = join(import.meta.dirname, "..");
const fontFile = join(
  root,
  "web/node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
);
const fontUrl = `data:font/woff2;base64,${readFileSync(fontFile).toString("base64")}`;
const picturePath = ({ file }: Picture) => join(root, "web/public", file);

const executablePath = findBrowser();
if (!executablePath) {
  console.error(`Icons need a browser. ${chromium.advice}`);
  process.exit(1);
}
const browser = await launchBrowser(executablePath);
try {
  for (const picture of pictures) await draw(picture);
} finally {
  await browser.close();
}
const drawn = recordDrawn((picture) => readFileSync(picturePath(picture)));
writeFileSync(join(root, "dev/icons/drawn.json"), `${JSON.stringify(drawn, null, 2)}\n`);

async function draw(picture: Picture): Promise<void> {
  const { width, height, html } = picture;
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html(fontUrl));
  await page.evaluate("document.fonts.ready");
  mkdirSync(dirname(picturePath(picture)), { recursive: true });
  await page.screenshot({ path: picturePath(picture), omitBackground: true });
  await page.close();
  console.log(picture.file);
}
