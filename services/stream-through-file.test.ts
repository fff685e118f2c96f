import { open } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { streamThroughFile } from "./files";

const place = {
  write: (work: () => Promise<void>) => work(),
  signal: new AbortController().signal,
};

const SLOW = 60_000;

it("delivers what is written, however it is read", async () => {
  const ends: unknown[] = [];
  const parts = Array.from({ length: 300 }, (_, i) => `${i} ${"ä".repeat(i * 7)}\n`);
  const stream = await streamThroughFile(
    async (write) => {
      for (const part of parts) await write(part);
    },
    { place, timeoutMs: SLOW, onEnd: (failure) => ends.push(failure) },
  );
  expect(await new Response(stream).text()).toBe(parts.join(""));
  expect(ends).toEqual([null]);
});

it("delivers the rest although a read meets a write that has not returned", async () => {
  const inFile = Promise.withResolvers<void>();
  const mayReturn = Promise.withResolvers<void>();
  await holdWrites("second", async () => {
    inFile.resolve();
    await mayReturn.promise;
  });
  const stream = await streamThroughFile(
    async (write) => {
      for (const part of ["first ", "second ", "third"]) await write(part);
    },
    { place, timeoutMs: SLOW, onEnd: () => {} },
  );
  await inFile.promise;
  const reader = stream.getReader();
  const first = await reader.read();
  const second = reader.read();
  await Bun.sleep(1);
  mayReturn.resolve();
  const chunks = [first, await second];
  while (!chunks.at(-1)?.done) chunks.push(await reader.read());
  const text = chunks.map(({ value }) => Buffer.from(value ?? []).toString()).join("");
  expect(text).toBe("first second third");
});

/** Calls `hold` after a text that starts with `start` is in a file, before the write returns. */
async function holdWrites(start: string, hold: () => Promise<void>): Promise<void> {
  await using handle = await open("/dev/null");
  const handles: typeof handle = Object.getPrototypeOf(handle);
  const { write } = handles;
  const spy = vi.spyOn(handles, "write");
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementation(async function (this: unknown, ...args: unknown[]) {
    const answer = await Reflect.apply(write, this, args);
    if (String(args[0]).startsWith(start)) await hold();
    return answer;
  });
}

it("lets the writer finish while nobody reads", async () => {
  const finished = vi.fn();
  const stream = await streamThroughFile(
    async (write) => {
      for (let i = 0; i < 20; i += 1) await write("x".repeat(1_000_000));
      finished();
    },
    { place, timeoutMs: SLOW, onEnd: () => {} },
  );
  await vi.waitFor(() => expect(finished).toHaveBeenCalled(), { timeout: 5_000 });
  expect((await new Response(stream).bytes()).length).toBe(20_000_000);
});

it("fails where the writer fails", async () => {
  const ends: unknown[] = [];
  const failure = new Error("The database is gone");
  const stream = await streamThroughFile(
    async (write) => {
      await write("half");
      throw failure;
    },
    { place, timeoutMs: SLOW, onEnd: (why) => ends.push(why) },
  );
  await expect(new Response(stream).text()).rejects.toThrow("The database is gone");
  expect(ends).toEqual([failure]);
});

it.each(["the reader leaves", "time is over"])("stops the writer when %s", async (why) => {
  const ends: unknown[] = [];
  const stream = await streamThroughFile(
    async (write) => {
      for (;;) {
        await write("x");
        await Bun.sleep(1);
      }
    },
    {
      place,
      timeoutMs: why === "time is over" ? 50 : SLOW,
      onEnd: (failure) => ends.push(failure),
    },
  );
  if (why === "time is over") await expect(new Response(stream).text()).rejects.toThrow("too long");
  else await stream.cancel();
  expect(ends).toHaveLength(1);
});

it("ends after its time although nobody reads", async () => {
  const onEnd = vi.fn();
  const stream = await streamThroughFile((write) => write("x"), { place, timeoutMs: 20, onEnd });
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
  await expect(new Response(stream).text()).rejects.toThrow("too long");
});
