import type { Browser, ElementHandle, Locator, Page } from "playwright-core";
import { openContext } from "../browser";

/** A model of a person: seconds that a press, a field, a character and a swipe take. */
const seconds = { press: 1.3, field: 2, character: 0.3, swipe: 1 };

export const phone = { width: 390, height: 844 };

/** A swipe moves the page by this share of the screen. */
const SWIPE = 0.75;
const MAX_STEPS = 40;
const CHANGE_MS = 60_000;
/** How long a form takes to mark what is missing, or to fill in what follows from an address. */
const REFUSAL_MS = 1_500;

/** What a person does to get somewhere. */
export type Journey = {
  start: string;
  /** What to press: the first of these that is visible, so what comes last stands first. */
  presses: readonly RegExp[];
  /** What to write in a field, by its label, if the form insists on it or "always". */
  texts: readonly (readonly [label: RegExp, text: string, when?: "always"])[];
  /** A choice between buttons that a form can ask for. */
  choice?: RegExp;
  end: RegExp;
  /** What is in the clipboard at the end. */
  copied?: RegExp;
};

export type Walk = {
  presses: string[];
  fields: number;
  characters: number;
  swipes: number;
  /** By the model, without waiting for the server. */
  seconds: number;
  /** Where the way ended early; null at its end. */
  stoppedAt: string | null;
};

/** Of the usual length; each walk has a new marketplace. */
const person = "walker";
const signUp = [
  [/^Username/, person],
  [/^Email/, `${person}@example.com`],
  [/^Password/, "correct horse"],
] as const;
const signUpPresses = [/^Create (my )?account$/i, /^(Continue|Sign up) with Email$/i];
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** From the landing page to a campaign that is live with $500. */
export const developerJourney: Journey = {
  start: "/",
  presses: [
    /^Pay \$[\d.,]+$/,
    /^Pay .*(launch|review)/i,
    /^Deploy/,
    /^Continue$/,
    /^Create (a|your first)? ?campaign$/i,
    ...signUpPresses,
    /^Join as Game Developer$/i,
  ],
  texts: [
    ...signUp.map(([label, text]) => [label, text.replace("walker", "dev")] as const),
    [/^Game (URL|address)/, "https://www.roblox.com/games/1818/Lava-Tower"],
    [/^Game title/, "Lava Tower"],
    [/^Description/, "Climb before the lava reaches you."],
    [/^Target audience/, "People who like climbing"],
    [/^Payout rate/, "1.50"],
    [/^Budget/, "500", "always"],
    [/^Start date/, day(0)],
    [/^End date/, day(14)],
    [/^Content to display/, "Show the last jump."],
  ],
  choice: /^Obby$/,
  end: /\bis live\b/,
};

/** From the landing page to a link in the clipboard. */
export const creatorJourney: Journey = {
  start: "/",
  presses: [/^Join( campaign)?$/i, ...signUpPresses, /^Join as UGC Creator$/i],
  texts: signUp,
  end: /Link copied to clipboard!/,
  copied: /^https?:\/\/[^/]+\/r\/\w{8}$/,
};

/**
 * Walks a way as somebody who fills in only what the page insists on: presses the way forward, and
 * fills in what the form then marks. Presses that a form refuses are not counted.
 */
export async function walk(browser: Browser, baseURL: string, journey: Journey): Promise<Walk> {
  const context = await openContext(browser, { baseURL, viewport: phone, hasTouch: true });
  const page = await context.newPage();
  const done: Walk = {
    ...{ presses: [], fields: 0, characters: 0, swipes: 0, seconds: 0, stoppedAt: null },
  };
  try {
    await page.goto(journey.start);
    const end = page.getByText(journey.end).first();
    for (let step = 0; !(await end.isVisible()); step += 1) {
      const next = step < MAX_STEPS ? await findNext(page, journey) : null;
      if (!next) throw new Error("nothing known to press");
      await fillIn(page, journey, "always", done);
      if (await pressAndSee(page, { next, end, done })) continue;
      const isHelped = await fillIn(page, journey, "marked", done);
      if (!isHelped) throw new Error(`${next} leads nowhere`);
    }
    const copied =
      journey.copied && (await page.evaluate<string>("navigator.clipboard.readText()"));
    if (copied && !journey.copied?.test(copied)) throw new Error(`"${copied}" was copied`);
  } catch (error) {
    const [reason = ""] = String(error).split("\n");
    done.stoppedAt = `${new URL(page.url()).pathname}: ${reason}`;
  } finally {
    await context.close();
  }
  done.seconds =
    seconds.press * done.presses.length +
    seconds.field * done.fields +
    seconds.character * done.characters +
    seconds.swipe * done.swipes;
  return done;
}

/** Waits for the first thing to press; null if there is none. */
async function findNext(page: Page, { presses }: Journey): Promise<Locator | null> {
  const deadline = Date.now() + CHANGE_MS;
  while (Date.now() < deadline) {
    for (const name of presses) {
      const target = page
        .getByRole("button", { name })
        .or(page.getByRole("link", { name }))
        .filter({ visible: true })
        .first();
      if (await target.isEnabled({ timeout: 300 }).catch(() => false)) return target;
    }
    await page.waitForTimeout(100);
  }
  return null;
}

type Press = { next: Locator; end: Locator; done: Walk };

/** Returns false, and counts nothing, if the form marks something instead. */
async function pressAndSee(page: Page, { next, end, done }: Press): Promise<boolean> {
  const url = page.url();
  // Another button can have the same name.
  const button = await next.elementHandle({ timeout: REFUSAL_MS }).catch(() => null);
  if (!button) return true;
  const name = (await button.textContent()) ?? "";
  const swipes = await reach(button);
  await button.click();
  const isOver = async () =>
    page.url() !== url ||
    (await end.isVisible()) ||
    !(await button.isVisible()) ||
    (await button.textContent()) !== name;
  for (let waited = 0; waited < CHANGE_MS; waited += REFUSAL_MS) {
    await page.waitForTimeout(REFUSAL_MS);
    if (await isOver()) {
      done.presses.push(name);
      done.swipes += swipes;
      return true;
    }
    if ((await marked(page).count()) > 0) break;
  }
  await page.evaluate("scrollTo(0, 0)");
  return false;
}

function marked(page: Page): Locator {
  return page
    .locator("[aria-invalid=true], :is(input, select, textarea):user-invalid, [role=alert]")
    .filter({ visible: true });
}

/** Fills in the fields that are always wanted, or what the form marks; returns whether there were any. */
async function fillIn(page: Page, journey: Journey, which: "always" | "marked", done: Walk) {
  let isHelped = false;
  for (const [label, text, when = "marked"] of journey.texts) {
    const field = page.getByLabel(label).filter({ visible: true }).last();
    if (when !== which || (await field.count()) === 0) continue;
    const value = await field.inputValue();
    if (value === text || (when === "marked" && value !== "")) continue;
    done.swipes += await reach(field);
    const isSelect = (await field.and(page.locator("select")).count()) > 0;
    if (isSelect) await field.selectOption({ label: text });
    else await field.fill(text);
    done.fields += 1;
    done.characters += isSelect ? 0 : text.length;
    isHelped = true;
    // An address can fill in other fields.
    await page.waitForTimeout(REFUSAL_MS);
  }
  if (which === "always" || !journey.choice) return isHelped;
  const option = page.getByRole("button", { name: journey.choice, pressed: false }).first();
  if ((await option.count()) === 0) return isHelped;
  done.presses.push(String(await option.textContent()));
  done.swipes += await reach(option);
  await option.click();
  return true;
}

/** Brings the target into the middle of the screen; returns how often one swipes for it. */
async function reach(target: Locator | ElementHandle): Promise<number> {
  const box = await target.boundingBox();
  if (!box) throw new Error("Nothing to reach");
  const below = box.y + box.height - phone.height;
  const distance = Math.max(below, -box.y, 0);
  if (distance > 0) {
    await target.scrollIntoViewIfNeeded();
  }
  return Math.ceil(distance / (phone.height * SWIPE));
}
