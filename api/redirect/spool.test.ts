import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSpool, type Spool } from "./spool";
import { encodeRecord } from "./spool-file";

const disk = vi.hoisted(() => ({ isFull: false, begun: 0 }));
vi.mock("./spool-file", async (load) => {
  const real = await load<typeof import("./spool-file")>();
  const createSpoolFile: typeof real.createSpoolFile = async (path) => {
    disk.begun += 1;
    const file = await real.createSpoolFile(path);
    const refuse = () => Promise.reject(new Error("ENOSPC: no space left on device"));
    return { ...file, append: (clicks) => (disk.isFull ? refuse() : file.append(clicks)) };
  };
  return { ...real, createSpoolFile };
});

const log = pino({ level: "silent" });
const opened: Spool[] = [];
let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "fairclick-spool-")), "spool");
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((spool) => spool.close()));
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

function openSpool(): Spool {
  const spool = createSpool(folder, log);
  opened.push(spool);
  return spool;
}

function newClicks(count: number): Click[] {
  return Array.from({ length: count }, () => newClick({ userAgent: "ünïcode 🎮" }));
}

async function replayAll(): Promise<Click[]> {
  const replayed: Click[] = [];
  await openSpool().replay(async (clicks) => {
    replayed.push(...clicks);
  });
  return replayed;
}

function theFile(): string {
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

describe("createSpool", () => {
  it("replays every click once in a later process, and then is empty", async () => {
    const clicks = newClicks(3);
    const writer = openSpool();
    await Promise.all(clicks.map((click) => writer.append([click])));
    expect(await replayAll()).toEqual(clicks);
    expect(readdirSync(folder)).toEqual([]);
    expect(await replayAll()).toEqual([]);
  });

  it("writes files that only the owner can read", async () => {
    await openSpool().append(newClicks(1));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(theFile()).mode & 0o777).toBe(0o600);
  });

  it("keeps everything if sending fails", async () => {
    const clicks = newClicks(2);
    const spool = openSpool();
    await spool.append(clicks.slice(0, 1));
    await expect(spool.replay(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    await spool.append(clicks.slice(1));
    await expect(spool.replay(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await replayAll()).toEqual(clicks);
  });

  it("loses nothing when its file is taken during a write", async () => {
    const clicks = newClicks(200);
    const writer = openSpool();
    const replayed = new Map<string, Click>();
    let written = 0;
    const thief = (async () => {
      while (written < clicks.length) {
        const before = written;
        for (const click of await replayAll()) replayed.set(click.id, click);
        // On a slow disk it would take each file before the writer has one to itself.
        while (written === before) await Bun.sleep(1);
      }
    })();
    for (const click of clicks) {
      await writer.append([click]);
      written += 1;
    }
    await thief;
    for (const click of await replayAll()) replayed.set(click.id, click);
    expect(replayed.size).toBe(clicks.length);
  });

  it("stops at an incomplete last record", async () => {
    const clicks = newClicks(2);
    await openSpool().append(clicks);
    const torn = encodeRecord(newClicks(1));
    appendFileSync(theFile(), torn.subarray(0, torn.length - 1));
    expect(await replayAll()).toEqual(clicks);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("skips a damaged record", async () => {
    const clicks = newClicks(3);
    const spool = openSpool();
    for (const click of clicks) await spool.append([click]);
    const bytes = readFileSync(theFile());
    const second = encodeRecord(clicks.slice(0, 1)).length;
    bytes.write("de", bytes.indexOf('"en"', second) + 1);
    writeFileSync(theFile(), bytes);
    expect(await replayAll()).toEqual([clicks[0], clicks[2]]);
    expect(theFile()).toMatch(/\.damaged$/);
    expect(await replayAll()).toEqual([]);
  });

  it("survives a file of random bytes", async () => {
    await openSpool().append(newClicks(1));
    writeFileSync(join(folder, "0.clicks"), Buffer.alloc(5_000, 0xff));
    writeFileSync(join(folder, "1.clicks"), Buffer.alloc(5_000, 0));
    expect(await replayAll()).toHaveLength(1);
  });

  it("sends a large file in jobs of bounded size", async () => {
    const clicks = newClicks(6_000);
    const spool = openSpool();
    await spool.append(clicks);
    const sizes: number[] = [];
    const count = await spool.replay(async (batch) => {
      sizes.push(batch.length);
    });
    expect(count).toBe(6_000);
    expect(Math.max(...sizes)).toBe(500);
  });

  it("leaves a full disk alone for a second, without empty files", async () => {
    const spool = openSpool();
    const kept = newClicks(3);
    await spool.append(kept);
    disk.isFull = true;
    disk.begun = 0;
    const started = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(started);
    for (let n = 0; n < 50; n += 1) await expect(spool.append(newClicks(1))).rejects.toThrow();
    expect(disk.begun).toBeLessThanOrEqual(5);
    expect(readdirSync(folder)).toHaveLength(1);
    disk.isFull = false;
    clock.mockReturnValue(started + 1_001);
    const later = newClicks(2);
    await spool.append(later);
    clock.mockRestore();
    await spool.close();
    expect(await replayAll()).toEqual([...kept, ...later]);
  });

  it("rejects if the disk accepts nothing", async () => {
    writeFileSync(folder, "in the way");
    chmodSync(folder, 0o400);
    await expect(openSpool().append(newClicks(1))).rejects.toThrow();
  });
});
