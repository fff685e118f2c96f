import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import {
  emptyMarket,
  item,
  joinedCampaign,
  list,
  ownCampaign,
  signedIn,
  stubApi,
} from "../testing/stub-api";
// Otherwise they load while the first test waits.
import "./page-tools";
import "./search-dialog";

async function openContact(token?: string) {
  if (token) localStorage.setItem("token", token);
  const calls = stubApi({
    ...(token ? signedIn : {}),
    ...emptyMarket,
    "GET /api/contact": item({ token: "token" }),
    "GET /api/campaigns/my-campaigns": list([{ ...ownCampaign, name: "Ánimo Obby", _id: "own" }]),
    "GET /api/campaigns/joined": list([
      { ...joinedCampaign, name: "Tower of Tests", _id: "joined" },
    ]),
  });
  const opened = openApp("/contact");
  await screen.findByRole("button", { name: "Search everything" });
  return { ...opened, calls: () => calls.map(({ name }) => name) };
}

async function openSearch(): Promise<HTMLElement> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name: "Search everything" });
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const names = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

function chosen(field: HTMLElement): string | null | undefined {
  const option = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  expect(screen.getAllByRole("option", { selected: true })).toEqual([option]);
  return option?.textContent;
}

it("opens a page by arrow keys and Enter", async () => {
  const { path } = await openContact("secret");
  const field = await openSearch();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(chosen(field)).toBe("Withdraw");
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(chosen(field)).toBe("Privacy");
  type(field, "hub");
  expect(chosen(field)).toBe("Developer Hub");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(chosen(field)).toBe("Creator Hub");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(path()).toBe("/app/creator-hub"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("finds own campaigns and joined links by parts of their names, without accents", async () => {
  const { path, calls } = await openContact("secret");
  expect(calls()).not.toContain("GET /api/campaigns/joined");
  const field = await openSearch();
  expect(names()).not.toContain("Ánimo Obby");
  type(field, "obby anim");
  const own = await screen.findByRole("group", { name: "Your campaigns" });
  expect(within(own).getByRole("option").textContent).toBe("Ánimo Obby");
  type(field, "TOWER");
  const links = await screen.findByRole("group", { name: "Your links" });
  fireEvent.click(within(links).getByRole("option", { name: "Tower of Tests" }));
  await waitFor(() => expect(path()).toBe("/app/links/joined"));
});

it("searches all campaigns for what was typed", async () => {
  const { path } = await openContact("secret");
  const field = await openSearch();
  type(field, "50% & more");
  expect(chosen(field)).toBe("Search all campaigns for “50% & more”");
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(path()).toBe("/app/creator-hub?search=50%25+%26+more"));
});

it("shows only public pages if nobody is signed in, and loads nothing", async () => {
  const leave = vi.spyOn(window.location, "assign").mockReturnValue();
  const { calls } = await openContact();
  const field = await openSearch();
  expect(names()).toEqual([
    "Create a campaign",
    "All campaigns",
    "Rules",
    "Terms",
    "Privacy",
    "Contact",
    "Log In",
    "Sign Up",
  ]);
  type(field, "all camp");
  expect(chosen(field)).toBe("All campaigns");
  type(field, "withdrawals");
  expect(chosen(field)).toBe("Terms: withdrawals");
  type(field, "my own clicks");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(leave).toHaveBeenCalledWith("/rules");
  expect(calls().filter((name) => name.includes("/campaigns"))).toEqual([]);
});

it("opens while somebody types, and returns the focus on Escape", async () => {
  await openContact();
  const [before] = await screen.findAllByRole("textbox");
  before?.focus();
  const field = await openSearch();
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(before));
  expect(screen.queryByRole("dialog")).toBeNull();
});
