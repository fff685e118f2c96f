import { expect, it } from "vitest";
import { keepRunning, type Running } from "./keep-running";

type Part = Running & { end: (how: string) => void; stopped: boolean };

function makePart(): Part {
  let end: (how: string) => void = () => {};
  const exited = new Promise<string>((resolve) => {
    end = resolve;
  });
  const part: Part = {
    exited,
    end,
    stopped: false,
    stop: async () => {
      part.stopped = true;
      end("stopped");
    },
  };
  return part;
}

function keep(restart: () => Part) {
  const lines: string[] = [];
  const first = makePart();
  const kept = keepRunning({ name: "api", first, restart, say: (line) => lines.push(line) });
  return { first, kept, lines };
}

it("restarts a part that exits by itself, and reports why", async () => {
  const later: Part[] = [];
  const { first, kept, lines } = keep(() => {
    const part = makePart();
    later.push(part);
    return part;
  });
  first.end("SIGKILL");
  await expect.poll(() => later.length).toBe(1);
  later[0]?.end("exit code 1");
  await expect.poll(() => later.length).toBe(2);
  await kept.stop();
  expect(lines).toEqual([
    "api exited (SIGKILL). Restarting.",
    "api exited (exit code 1). Restarting.",
  ]);
  expect(later.map((part) => part.stopped)).toEqual([false, true]);
});

it("does not restart what was stopped", async () => {
  const { first, kept, lines } = keep(() => {
    throw new Error("started again");
  });
  await kept.stop();
  expect(first.stopped).toBe(true);
  expect(lines).toEqual([]);
});

it("keeps retrying a part that cannot be restarted, until it is stopped", async () => {
  let tries = 0;
  const { first, kept, lines } = keep(() => {
    tries += 1;
    throw new Error("no memory");
  });
  first.end("SIGKILL");
  await expect.poll(() => tries).toBe(2);
  await kept.stop();
  const triedBefore = tries;
  expect(lines.slice(0, 2)).toEqual([
    "api exited (SIGKILL). Restarting.",
    "api exited (no memory). Restarting.",
  ]);
  await Bun.sleep(600);
  expect(tries).toBe(triedBefore);
});
