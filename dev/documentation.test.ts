import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { settingNames } from "@fairclick/services/config";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("every setting", () => {
  it("is explained in the README", () => {
    const words = new Set(read("README.md").match(/[A-Z][A-Z_]+/g));
    expect(settingNames.filter((name) => !words.has(name))).toEqual([]);
  });

  it("that compose.yaml hands on is one", () => {
    const handedOn = read("compose.yaml").match(/(?<=^ {2,6})[A-Z][A-Z_]+(?=:)/gm) ?? [];
    const ofOthers = /^(POSTGRES_|REDISCLI_|VITE_)/;
    const unknown = handedOn.filter((name) => !settingNames.includes(name) && !ofOthers.test(name));
    expect(handedOn).toContain("DATABASE_URL");
    expect(unknown).toEqual([]);
  });

  it("is handed on by compose.yaml, unless the image or Stripe and Google fix its value", () => {
    const compose = read("compose.yaml");
    const image = read("Dockerfile");
    const ofStandIns = ["STRIPE_API_URL", "GOOGLE_AUTHORIZATION_URL", "GOOGLE_TOKEN_URL"];
    const missing = settingNames.filter(
      (name) => !new RegExp(`^ +${name}: `, "m").test(compose) && !ofStandIns.includes(name),
    );
    expect(missing).toEqual(["LISTEN_HOST", "DATA_DIR", "WEB_DIST"]);
    expect(image).toMatch(/^ENV .*LISTEN_HOST=0\.0\.0\.0 .*DATA_DIR=\/data$/m);
  });
});

it("the image knows every workspace", () => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(read("package.json"));
  const copied = read("Dockerfile").match(/(?<=^COPY )\S+(?=\/package\.json)/gm);
  expect(copied?.toSorted()).toEqual(workspaces.toSorted());
});

describe("links in the documentation", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  it.each(["README.md", ...pages])("lead somewhere in %s", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) =>
      join(root, dirname(page), target ?? ""),
    );
    expect(targets.filter((path) => !existsSync(path)).map((path) => relative(root, path))).toEqual(
      [],
    );
  });
});
