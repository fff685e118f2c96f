import { expect, it } from "vitest";
import { createReadingTurns } from "./events";

/** Reads that end when the test says so. */
function openReads(atOnce: number) {
  const turns = createReadingTurns(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const read = (userId: string, name = userId) =>
    turns.take(userId, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  const end = async (name: string, error?: Error) => {
    await Bun.sleep(0);
    ends.get(name)?.(error);
    await Bun.sleep(0);
  };
  return { read, end, begun };
}

it("lets one user read once at a time, and others between that user's reads", async () => {
  const { read, end, begun } = openReads(2);
  const all = ["1", "2", "3", "4"].map((name) => read("many", name));
  const other = read("one");
  await Bun.sleep(0);
  expect(begun).toEqual(["1", "one"]);
  await end("one");
  expect(await other).toBe("one");
  const again = read("one", "one again");
  await end("1");
  expect(begun).toEqual(["1", "one", "one again", "2"]);
  for (const name of ["2", "3", "4", "one again"]) await end(name);
  expect(await Promise.all([...all, again])).toEqual(["1", "2", "3", "4", "one again"]);
});

it("serves those who wait in the order of their arrival", async () => {
  const { read, end, begun } = openReads(1);
  const all = ["a", "b", "c"].map((userId) => read(userId));
  for (const userId of ["a", "b", "c"]) await end(userId);
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  expect(begun).toEqual(["a", "b", "c"]);
});

it("frees the turn of a read that fails", async () => {
  const { read, end } = openReads(1);
  const failing = expect(read("a")).rejects.toThrow("no answer");
  const next = read("b");
  await end("a", new Error("no answer"));
  await end("b");
  await failing;
  expect(await next).toBe("b");
});
