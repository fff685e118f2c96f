import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../testing/temp-folder";
import { profilesFile, readProfiles, saveProfile } from "./target";

const root = makeTempFolder();
const ann = { api: "https://fairclick.example", token: "fco_ann" };

describe("profilesFile", () => {
  it("is in the user's config folder", () => {
    expect(profilesFile({ HOME: "/home/ann" })).toBe("/home/ann/.config/fairclick/profiles.json");
    expect(profilesFile({ HOME: "/home/ann", XDG_CONFIG_HOME: "/conf" })).toBe(
      "/conf/fairclick/profiles.json",
    );
  });
});

describe("saved profiles", () => {
  it("are readable by their owner only, whatever the umask", () => {
    const env = { XDG_CONFIG_HOME: join(root, "modes") };
    const before = process.umask(0);
    try {
      saveProfile(env, "default", ann);
    } finally {
      process.umask(before);
    }
    const file = profilesFile(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  it("do not replace each other", () => {
    const env = { XDG_CONFIG_HOME: join(root, "two") };
    saveProfile(env, "default", ann);
    saveProfile(env, "staging", { ...ann, token: "fco_staging" });
    saveProfile(env, "default", { ...ann, token: "fco_new" });
    expect(readProfiles(env)).toEqual({
      default: { ...ann, token: "fco_new" },
      staging: { ...ann, token: "fco_staging" },
    });
  });

  it("are empty before the first login", () => {
    expect(readProfiles({ XDG_CONFIG_HOME: join(root, "none") })).toEqual({});
  });

  it("are rejected if others can read them", () => {
    const env = { XDG_CONFIG_HOME: join(root, "open") };
    saveProfile(env, "default", ann);
    chmodSync(profilesFile(env), 0o640);
    expect(() => readProfiles(env)).toThrow("other users can read it");
  });

  it("are not overwritten if they are damaged", () => {
    const env = { XDG_CONFIG_HOME: join(root, "damaged") };
    const file = profilesFile(env);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"default": {"api"', { mode: 0o600 });
    expect(() => saveProfile(env, "default", ann)).toThrow("is damaged");
    expect(readFileSync(file, "utf8")).toBe('{"default": {"api"');
  });
});
