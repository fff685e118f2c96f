import { Box, render, Text, useApp, useInput } from "ink";
import { useEffect, useState } from "react";
import { describeFailure } from "../failures";
import { describeFigures, type Figures } from "../output/describe-figures";
import { printable, printableDeep } from "../output/printable";

export type TopSource = { api: string; read: () => Promise<Figures>; intervalMs: number };

const MAX_SAMPLES = 60;
const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

type Seen = { figures: Figures[]; problem: string | null };

export function Top({ api, read, intervalMs }: TopSource) {
  const { figures, problem } = useFigures(read, intervalMs);
  const { exit } = useApp();
  useInput((input, key) => {
    if (input === "q" || key.escape || (key.ctrl && input === "c")) exit();
  });
  const latest = figures.at(-1);
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>{api}</Text> <Text dimColor>q quits</Text>
      </Text>
      {latest ? <Lines latest={latest} figures={figures} /> : <Text dimColor>Connecting …</Text>}
      {problem && <Text color="red">{problem}</Text>}
    </Box>
  );
}

function Lines({ latest, figures }: { latest: Figures; figures: Figures[] }) {
  const lines: Record<string, string> = {
    "redirects/s": toSparkline(figures.map((each) => each.redirectsPerSecond)),
    p99: toSparkline(figures.map((each) => each.p99Ms ?? 0)),
    queue: toSparkline(figures.map((each) => each.queueWaiting)),
    "judged/s": toSparkline(figures.map((each) => each.judgedPerSecond)),
  };
  return describeFigures(latest).map(([name, value]) => (
    <Text key={name} wrap="truncate">
      <Text dimColor>{name.padEnd(12)}</Text>
      {value} <Text color="cyan">{lines[name] ?? ""}</Text>
    </Text>
  ));
}

/** Returns one bar per value, scaled to the highest. Empty if no value is above 0. */
function toSparkline(values: readonly number[]): string {
  const highest = Math.max(...values, 0);
  if (highest === 0) return "";
  return values
    .map((value) => BARS[Math.min(BARS.length - 1, Math.floor((value / highest) * BARS.length))])
    .join("");
}

/** Reads the figures `intervalMs` after each answer, so at most one request runs at a time. */
function useFigures(read: TopSource["read"], intervalMs: number): Seen {
  const [seen, setSeen] = useState<Seen>({ figures: [], problem: null });
  useEffect(() => {
    let timer: NodeJS.Timeout | null = null;
    let over = false;
    const ask = async () => {
      const answer = await read().then(printableDeep, (error: unknown) =>
        printable(describeFailure(error).message),
      );
      if (over) return;
      setSeen((before) =>
        typeof answer === "string"
          ? { ...before, problem: answer }
          : { figures: [...before.figures, answer].slice(-MAX_SAMPLES), problem: null },
      );
      timer = setTimeout(ask, intervalMs);
    };
    void ask();
    return () => {
      over = true;
      if (timer) clearTimeout(timer);
    };
  }, [read, intervalMs]);
  return seen;
}

type Streams = { stdin: NodeJS.ReadStream; screen: NodeJS.WriteStream };

export async function showTop(source: TopSource, { stdin, screen }: Streams): Promise<void> {
  const options = { stdin, stdout: screen, exitOnCtrlC: false, patchConsole: false };
  await render(<Top {...source} />, options).waitUntilExit();
}
