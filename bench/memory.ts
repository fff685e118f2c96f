import { benchMemory } from "./memory/bench-memory";

await benchMemory(Number(process.argv[2] ?? 1_000_000));
