import type { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { Config } from "./config";

/** What happens to a click, in this order: each step's span is the parent of the next one's. */
const steps = ["redirect", "record-clicks", "settle", "ledger"] as const;
type Step = (typeof steps)[number];

type TracedClick = {
  id: string;
  /** Nothing about the visitor. */
  attributes?: Record<string, string>;
};

type SettledClick = { id: string; verdict: string; transactionId: string | null };

export type Tracing = {
  /** Adds a span to the trace of each click that is sampled, from `from` (ms) until now. */
  add: (step: Step, from: number, clicks: readonly TracedClick[]) => void;
  /** Adds the spans of a settlement and of the ledger's transactions, which are one of Postgres. */
  addSettled: (decisions: readonly SettledClick[], from: number) => void;
  /** Sends what is left. */
  close: () => Promise<void>;
};

/** More spans are dropped, not kept: a collector that is away must not take the memory of a process. */
const MAX_WAITING = 20_000;
const TIMEOUT_MS = 2_000;

/**
 * Opens the export of spans to `OTEL_EXPORTER_OTLP_ENDPOINT`; null without it, and then nothing is loaded.
 * A click's trace has the click's id, and each span an id that follows from it: no context travels with
 * clicks, and every process samples the same ones.
 */
export function openTracing(
  { tracing: config }: Pick<Config, "tracing">,
  process: { service: "api" | "worker"; log: Logger },
): Tracing | null {
  if (!config) return null;
  let loaded: Loaded | null = null;
  load(config, process.service).then(
    (tracer) => {
      loaded = tracer;
    },
    (error: unknown) => process.log.error({ err: error }, "clicks cannot be traced"),
  );
  const add: Tracing["add"] = (step, from, clicks) => {
    const to = Date.now();
    for (const click of clicks) loaded?.add(step, click, { from, to });
  };
  return {
    add,
    addSettled: (decisions, from) => {
      for (const { id, verdict, transactionId } of decisions) {
        add("settle", from, [{ id, attributes: { "fairclick.verdict": verdict } }]);
        if (transactionId === null) continue;
        add("ledger", from, [{ id, attributes: { "fairclick.transaction": transactionId } }]);
      }
    },
    close: async () => {
      await loaded?.provider.shutdown().catch(() => {});
    },
  };
}

type Loaded = {
  provider: TracerProvider;
  add: (step: Step, click: TracedClick, time: { from: number; to: number }) => void;
};

async function load(
  { url, ratio }: NonNullable<Config["tracing"]>,
  service: string,
): Promise<Loaded> {
  const [{ ROOT_CONTEXT, TraceFlags, trace }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  let next = { traceId: "", spanId: "" };
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: TIMEOUT_MS });
  const limits = { maxQueueSize: MAX_WAITING, exportTimeoutMillis: TIMEOUT_MS };
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": `fairclick-${service}` }),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    sampler: new sdk.TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, ...limits })],
  });
  const tracer = provider.getTracer("fairclick");
  return {
    provider,
    add: (step, { id, attributes = {} }, { from, to }) => {
      const traceId = id.replaceAll("-", "").toLowerCase();
      const place = steps.indexOf(step);
      next = { traceId, spanId: spanId(place, traceId) };
      const parent = { traceId, spanId: spanId(place - 1, traceId) };
      const remote = { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true };
      const context = place === 0 ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
      tracer.startSpan(step, { startTime: from, attributes }, context).end(to);
    },
  };
}

function spanId(place: number, traceId: string): string {
  return `${place + 1}${traceId.slice(-15)}`;
}
