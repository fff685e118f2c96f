import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../testing/temp-folder";
import { findTarget, saveProfile } from "./target";

const root = makeTempFolder();
const nowhere = { XDG_CONFIG_HOME: join(root, "nobody"), DATA_DIR: join(root, "nothing") };

const stackFolder = join(root, "stack");
mkdirSync(stackFolder);
writeFileSync(join(stackFolder, "ports.json"), JSON.stringify({ api: 3123, postgres: 5433 }));
writeFileSync(join(stackFolder, "operator-token"), "fco_local\n");
const beside = { ...nowhere, DATA_DIR: stackFolder };

const signedIn = { ...nowhere, XDG_CONFIG_HOME: join(root, "signed-in") };
saveProfile(signedIn, "default", { api: "https://live.example", token: "fco_live" });
saveProfile(signedIn, "staging", { api: "https://staging.example", token: "fco_staging" });

describe("findTarget", () => {
  it("finds the local stack", () => {
    expect(findTarget(beside, {})).toEqual({ api: "http://localhost:3123", token: "fco_local" });
  });

  it("prefers options to the environment, the environment to profiles, profiles to the stack", () => {
    const env = { ...signedIn, DATA_DIR: stackFolder };
    expect(findTarget(env, {}).api).toBe("https://live.example");
    const more = { ...env, FAIRCLICK_API: "https://env.example" };
    expect(findTarget(more, {}).api).toBe("https://env.example");
    expect(findTarget(more, { profile: "staging" }).api).toBe("https://staging.example");
    expect(findTarget(more, { api: "https://option.example" }).api).toBe("https://option.example");
  });

  it("never sends a stored token to another address", () => {
    const env = { ...signedIn, DATA_DIR: stackFolder };
    expect(findTarget(env, { api: "https://evil.example" }).token).toBeNull();
    expect(findTarget(env, { api: "http://live.example" }).token).toBeNull();
    expect(findTarget(env, { api: "https://live.example.evil.example" }).token).toBeNull();
    expect(findTarget(env, { api: "https://evil.example", profile: "staging" }).token).toBeNull();
    expect(findTarget({ ...env, FAIRCLICK_API: "https://evil.example" }, {}).token).toBeNull();
  });

  it("uses the token stored for an address", () => {
    const env = { ...signedIn, DATA_DIR: stackFolder };
    expect(findTarget(env, { api: "https://staging.example/" }).token).toBe("fco_staging");
    expect(findTarget(env, { api: "http://localhost:3123" }).token).toBe("fco_local");
  });

  it("prefers FAIRCLICK_TOKEN to a stored token, unless a profile is named", () => {
    const env = { ...signedIn, FAIRCLICK_TOKEN: "fco_env" };
    expect(findTarget(env, {}).token).toBe("fco_env");
    expect(findTarget(env, { api: "https://live.example" }).token).toBe("fco_env");
    expect(findTarget(env, { profile: "staging" }).token).toBe("fco_staging");
  });

  it("says what to do if there is no API", () => {
    expect(() => findTarget(nowhere, {})).toThrow("No marketplace is configured");
    expect(() => findTarget(signedIn, { profile: "other" })).toThrow(
      'no profile "other". Known: default, staging.',
    );
    expect(() => findTarget(nowhere, { api: "fairclick.example" })).toThrow("not the address");
    expect(() => findTarget(nowhere, { api: "file:///etc/passwd" })).toThrow("not the address");
  });
});
