import {
  cleanup,
  configure,
  createEvent,
  type EventType,
  fireEvent,
  prettyDOM,
} from "@testing-library/preact";
import { options } from "preact";
import { toast } from "sonner";
import { afterEach, vi } from "vitest";
import { agreementQuestion, proofQuestion } from "../session/questions";

configure({
  // The whole app renders slowly on a busy machine.
  asyncUtilTimeout: 60_000,
  // The page is printed when a test fails, not at each attempt to find something.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = "TestingLibraryElementError";
    return Object.defineProperty(error, "message", {
      configurable: true,
      get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
    });
  },
});

/** Effects otherwise wait for a picture, which happy-dom never draws. */
Object.assign(options, { requestAnimationFrame: queueMicrotask });

/** The library guesses names of events from properties that happy-dom lacks. */
for (const name of Object.keys(createEvent) as EventType[]) {
  fireEvent[name] = (target, init) =>
    fireEvent(target, createEvent[heardAs(name, target)](target, init));
}

/** As in `preact/compat`, where a text field hears of a change with each key. */
function heardAs(name: EventType, target: Parameters<typeof fireEvent>[0]): EventType {
  if (name !== "change" || target instanceof HTMLSelectElement) return name;
  return target instanceof HTMLInputElement && target.type === "file" ? name : "input";
}

/** Leaves nothing of a test to the next one: the files of a worker share one window. */
afterEach(() => {
  cleanup();
  agreementQuestion.read()?.answer(false);
  proofQuestion.read()?.answer(false);
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) {
    const [name] = cookie.split("=");
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    if (name) document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
