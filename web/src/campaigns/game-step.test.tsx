import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { fill, fillGame, press, signInForWizard } from "../testing/fill-wizard";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi } from "../testing/stub-api";

signInForWizard();

it("names missing fields, and clears each error when its field is edited", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  press("Continue");
  await screen.findByText("Game URL is required");
  await screen.findByText("At least one tag is required");
  await fill({ "Game URL": "h" });
  press("RPG");
  await waitFor(() => expect(screen.queryByText("Game URL is required")).toBeNull());
  expect(screen.queryByText("At least one tag is required")).toBeNull();
  expect(screen.getByText("Game title is required")).toBeTruthy();
});

it("shows the address that a visitor gets, and opens it", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  expect(screen.queryByRole("link", { name: "Try it" })).toBeNull();
  await fill({ "Game URL": "roblox://placeId=920587237" });
  const web = "https://www.roblox.com/games/start?placeId=920587237&launchData=fc_test";
  await screen.findByText(web);
  expect(screen.getByText(/^https:\/\/ro\.blox\.com\/Ebh5\?af_dp=roblox%3A/)).toBeTruthy();
  const tryIt = screen.getByRole("link", { name: "Try it" });
  expect(tryIt.getAttribute("href")).toBe(web);
  expect([tryIt.getAttribute("target"), tryIt.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
});

it("follows the typed address, and says when the game cannot read the id", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fill({ "Game URL": "https://game.example.com/?c={click_id}" });
  await screen.findByText("https://game.example.com/?c=test");
  await fill({ "Game URL": "https://www.roblox.com/share?code=ab12&type=ExperienceDetails" });
  await screen.findByText(/^A share link cannot carry the id of a click/);
  expect(screen.queryByText(/The sample id is/)).toBeNull();
  await fill({ "Game URL": "javascript:alert(1)" });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Try it" })).toBeNull());
});

it("allows at most three genres", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await screen.findByLabelText("Game URL");
  for (const genre of ["Obby", "RPG", "Anime"]) press(genre);
  expect(screen.getByRole("button", { name: "Tycoon" })).toHaveProperty("disabled", true);
  press("RPG");
  expect(screen.getByRole("button", { name: "Tycoon" })).toHaveProperty("disabled", false);
});

it("suggests hashtags from title and genres, and adds and removes them", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fillGame();
  press("#Tower");
  press("#RobloxGame");
  expect(screen.queryByRole("button", { name: "#Tower" })).toBeNull();
  press("Remove #Tower");
  await screen.findByRole("button", { name: "#Tower" });
});

it("rejects a cover that is not an image", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  const input = await screen.findByLabelText("Game cover image (optional)");
  const file = new File(["x"], "cover.pdf", { type: "application/pdf" });
  fireEvent.change(input, { target: { files: [file] } });
  await screen.findByText("Please select a valid image file");
});

const HASH = "a".repeat(64);
const stored = { body: { status: "success", message: "Image stored", data: { hash: HASH } } };

async function chooseCover(name = "cover.png") {
  const input = await screen.findByLabelText("Game cover image (optional)");
  const file = new File(["pixels"], name, { type: "image/png" });
  fireEvent.change(input, { target: { files: [file] } });
}

it("uploads a cover through failures of the server, and keeps it in the draft with its description", async () => {
  let tries = 0;
  const calls = stubApi({
    ...signedIn,
    "POST /api/campaigns/covers": () => {
      tries += 1;
      if (tries === 1) throw new TypeError("Failed to fetch");
      return tries === 2 ? { status: 503, body: { code: "unavailable", message: "away" } } : stored;
    },
  });
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Tower of Tests" });
  expect(screen.getByAltText("The drawn cover").getAttribute("src")).toMatch(/drawn\/tt-other-/);
  await chooseCover();
  await screen.findByText("The server does not answer. Trying again...");
  await screen.findByText("The image is stored.");
  const sent = calls.filter(({ name }) => name === "POST /api/campaigns/covers");
  expect(sent.map(({ body }) => body)).toEqual(["pixels", "pixels", "pixels"]);
  await fill({ "Cover description (optional)": "Two towers" });
  const draft = () => JSON.parse(sessionStorage.getItem("campaign-draft") ?? "{}").fields;
  expect(draft()).toMatchObject({ coverHash: HASH, coverAlt: "Two towers" });
  expect(draft()).toMatchObject({ gameTitle: "Tower of Tests" });
  press("Remove Image");
  expect(draft()).toMatchObject({ coverHash: "", coverAlt: "" });
  expect(screen.queryByLabelText("Cover description (optional)")).toBeNull();
});

it("says why a cover is refused, and sends it again on request", async () => {
  let tries = 0;
  stubApi({
    ...signedIn,
    "POST /api/campaigns/covers": () => {
      tries += 1;
      if (tries > 1) return stored;
      return { status: 422, body: { code: "validation", message: "This image cannot be read." } };
    },
  });
  openApp("/app/campaigns/create");
  await chooseCover();
  await screen.findByText("This image cannot be read.");
  press("Try Again");
  await screen.findByText("The image is stored.");
});

it("uploads nothing for a visitor, and says so", async () => {
  localStorage.clear();
  const calls = stubApi({});
  openApp("/app/campaigns/create");
  await chooseCover();
  await screen.findByText(/^Log in first, then choose the image/);
  expect(calls.filter(({ name }) => name === "POST /api/campaigns/covers")).toEqual([]);
});
