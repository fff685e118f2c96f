import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { screen } from "@testing-library/preact";
import { options } from "preact";
import { memo, type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NetworkError } from "../api/answer";
import { renderInTurns } from "../cold-start/render-app";
import { Part } from "../ui/layout";

type LoadedProps = { name: string; load: () => Promise<string> };

function Loaded({ name, load }: LoadedProps) {
  const query = queryOptions({ queryKey: [name], queryFn: load, retry: false });
  return <p>{useSuspenseQuery(query).data}</p>;
}

function Fleeting({ load }: { load: () => Promise<string> }) {
  return <p>{useSuspenseQuery({ queryKey: ["fleeting"], queryFn: load, gcTime: 0 }).data}</p>;
}

function LoadedPages({ load }: { load: () => Promise<string> }) {
  const { data } = useSuspenseInfiniteQuery({
    queryKey: ["pages"],
    queryFn: load,
    retry: false,
    initialPageParam: 0,
    getNextPageParam: () => null,
  });
  return <p>{data.pages.join()}</p>;
}

/** Renders as a browser does: `act` has a schedule of its own. */
function show(parts: ReactNode) {
  root.render(<QueryClientProvider client={new QueryClient()}>{parts}</QueryClientProvider>);
}

async function retryFirst() {
  const [button] = await screen.findAllByRole("button", { name: "Try again" });
  button?.click();
  await vi.waitFor(() => expect(button?.isConnected).toBe(false));
}

let root: Root;

beforeEach(() => {
  renderInTurns();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

it("loads a failed list of pages again", async () => {
  let calls = 0;
  const load = async () => {
    if (calls++ === 0) throw new NetworkError("No");
    return "second answer";
  };
  show(
    <Part loading="Loading" failure="It failed.">
      <LoadedPages load={load} />
    </Part>,
  );
  await retryFirst();
  await screen.findByText("second answer");
  expect(calls).toBe(2);
});

it("loads a failed query again that another part of the page shows as well", async () => {
  let calls = 0;
  const load = async () => {
    if (calls++ < 2) throw new NetworkError("No");
    return "third answer";
  };
  show(
    <>
      <Part loading="Loading one" failure="One failed.">
        <Loaded name="same" load={load} />
      </Part>
      <Part loading="Loading two" failure="Two failed.">
        <Loaded name="same" load={load} />
      </Part>
    </>,
  );
  await retryFirst();
  await retryFirst();
  await screen.findAllByText("third answer");
});

it("renders parts that wait twice, however long they wait", async () => {
  const renders = { one: 0, two: 0 };
  const Slow = ({ name }: { name: "one" | "two" }) => {
    renders[name] += 1;
    const load = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return `loaded ${name}`;
    };
    return <Loaded name={name} load={load} />;
  };
  show(
    <>
      <Part loading="Loading one" failure="One failed.">
        <Slow name="one" />
      </Part>
      <Part loading="Loading two" failure="Two failed.">
        <Slow name="two" />
      </Part>
    </>,
  );
  await screen.findByText("loaded one");
  await screen.findByText("loaded two");
  expect(renders).toEqual({ one: 2, two: 2 });
});

/** Keeps the page busy, so that it renders after a discarded query is gone. */
function beBusy(): void {
  const end = performance.now() + 30;
  while (performance.now() < end);
}

it("shows data that their query keeps for no time", async () => {
  const load = vi.fn(async () => "loaded");
  const timer = setInterval(beBusy, 1);
  show(
    <Part loading="Loading" failure="Failed">
      <Fleeting load={load} />
    </Part>,
  );
  await screen.findByText("loaded").finally(() => clearInterval(timer));
  expect(load).toHaveBeenCalledOnce();
});

it("shows an answer that is there before the part that waits hears of answers", async () => {
  vi.spyOn(options, "requestAnimationFrame").mockImplementation((effects) =>
    setTimeout(effects, 16),
  );
  const answered = Promise.withResolvers<void>();
  const state = { isThere: false, renders: 0 };
  const Waiting = memo(({ isThere }: { isThere: boolean }) => {
    state.renders += 1;
    if (state.renders > 10_000) return <p>no end</p>;
    if (!isThere) throw answered.promise;
    return <p>the answer</p>;
  });
  const Outer = () => {
    const isThere = useSyncExternalStore(
      () => () => undefined,
      () => state.isThere,
    );
    return (
      <Suspense fallback={<p>Loading</p>}>
        <Waiting isThere={isThere} />
      </Suspense>
    );
  };
  show(<Outer />);
  state.isThere = true;
  answered.resolve();
  await screen.findByText(/the answer|no end/);
  expect(screen.queryByText("no end")).toBeNull();
});

it("shows what an event changed before the next event", async () => {
  const Count = () => {
    const [count, setCount] = useState(0);
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    );
  };
  show(<Count />);
  const button = await screen.findByRole("button");
  for (let press = 0; press < 3; press += 1) {
    button.click();
    await Promise.resolve();
  }
  expect(button.textContent).toBe("3");
});
