import { fireEvent, screen, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { stubApi } from "../testing/stub-api";
import { account } from "./testing/profile-answers";

const PATH = "/api/users/channels";
const channel = {
  _id: "01900000-0000-7000-8000-0000000000c1",
  platform: "youtube",
  name: "@dana",
  url: "https://www.youtube.com/@dana",
  code: "fairclick-k3xw9rab",
  linkBack: "https://fairclick.example/#fairclick-k3xw9rab",
  verifiedAt: null as string | null,
  verifiedBy: null as string | null,
  revoked: false,
  checkedAt: null as string | null,
  problem: null as string | null,
};
type Channel = typeof channel;
const listed = (...data: Channel[]) => ({ body: { status: "success", data } });

beforeEach(() => localStorage.setItem("token", "secret"));

function open(replies: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ ...account(), ...replies });
  openApp("/app/profile?section=channels");
  return calls;
}

const card = async () => within(await screen.findByRole("region", { name: "Your channels" }));

it("adds a channel, and shows the code and where it belongs", async () => {
  let channels: Channel[] = [];
  const calls = open({
    [`GET ${PATH}`]: () => listed(...channels),
    [`POST ${PATH}`]: () => {
      channels = [channel];
      return { status: 201, body: { status: "success", message: "Added", data: channel } };
    },
  });
  const field = await screen.findByLabelText("Address of a channel");
  const add = screen.getByRole("button", { name: "Add channel" }) as HTMLButtonElement;
  expect(add.disabled).toBe(true);
  fireEvent.change(field, { target: { value: "youtube.com/@dana" } });
  fireEvent.click(add);
  const item = within(await (await card()).findByRole("listitem"));
  expect(calls.find(({ name }) => name === `POST ${PATH}`)?.body).toEqual({
    url: "youtube.com/@dana",
  });
  item.getByText("fairclick-k3xw9rab");
  item.getByText("NOT VERIFIED");
  item.getByText(/beginning of the channel's description/);
});

it("checks a channel, and says what is wrong or that it is verified", async () => {
  let current: Channel = channel;
  open({
    [`GET ${PATH}`]: () => listed(current),
    [`POST ${PATH}/${channel._id}/check`]: () => {
      const problem = "The code is not in the page's description.";
      const isFirst = current.problem === null;
      current = isFirst
        ? { ...channel, problem }
        : { ...channel, verifiedAt: "2026-01-02T03:04:05.000Z", verifiedBy: "code" };
      return { body: { status: "success", message: current.problem ?? "Done", data: current } };
    },
  });
  const press = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Check now YouTube @dana" }));
  await press();
  await screen.findByText("The code is not in the page's description.");
  await press();
  await screen.findByText("VERIFIED");
});

it("offers no check of a verified channel, nor where only an operator decides", async () => {
  const verified = { ...channel, verifiedAt: "2026-01-02T03:04:05.000Z" };
  const website = { ...channel, platform: "website", name: "dana.example" };
  open({
    [`GET ${PATH}`]: listed(
      { ...verified, _id: "1", url: "https://a/", verifiedBy: "operator" },
      { ...channel, _id: "2", url: "https://b/", revoked: true },
      { ...verified, _id: "3", verifiedBy: "code" },
      { ...website, _id: "4" },
    ),
  });
  const [confirmed, revoked, proved, own] = (await (await card()).findAllByRole("listitem")).map(
    (item) => within(item),
  );
  for (const item of [confirmed, proved]) {
    expect(item?.queryByText("Check now")).toBeNull();
    item?.getByText("Remove");
  }
  revoked?.getByText("REVOKED");
  expect(revoked?.queryAllByRole("button")).toEqual([]);
  own?.getByText(/The link: https:\/\/fairclick\.example\/#fairclick/);
});
