import { stepMs } from "@fairclick/core/clicks/link-timeline-schema";
import { AppError } from "@fairclick/core/errors";
import { render } from "ink-testing-library";
import { describe, expect, it, vi } from "vitest";
import { CliError } from "../../failures";
import { flaggedClick, flaggedClickDetail } from "../../testing/flagged-click";
import type { InspectApi } from "./inspect-api";
import { InspectApp } from "./inspect-app";
import type { Mouse } from "./mouse";
import type { FilterStore } from "./saved-dialog";
import type { MouseSource } from "./take-mouse";

const older = flaggedClick({
  id: "older",
  clickedAt: "2026-03-01T12:00:00.000Z",
  reason: "ip_daily",
});

function open(given: Partial<InspectApi> = {}) {
  const api = {
    list: vi.fn<InspectApi["list"]>(async () => ({
      rows: [flaggedClick(), older],
      hasMore: false,
    })),
    group: vi.fn<InspectApi["group"]>(async () => ({
      rows: [],
      nextCursor: null,
      from: null,
      isPartial: false,
    })),
    sum: vi.fn<InspectApi["sum"]>(async () => ({
      ...{ clicks: 2, held: 1_234, invalid: 1, valid: 0, heldMicros: "1851000", paidMicros: "0" },
      ...{ from: "2026-02-22T00:00:00.000Z", isPartial: false },
    })),
    rank: vi.fn<InspectApi["rank"]>(async () => ({ rows: [], said: "" })),
    timeline: vi.fn<InspectApi["timeline"]>(async ({ step, to, count }) => ({
      ...{ step, isPartial: false },
      points: Array.from({ length: count }, (_, i) => ({
        at: new Date(to - (count - i) * stepMs[step]).toISOString(),
        ...{ valid: i % 7, held: 1, invalid: 0, unpaid: 0, paidMicros: "0" },
      })),
    })),
    relate: vi.fn<InspectApi["relate"]>(async () => []),
    show: vi.fn<InspectApi["show"]>(async (id) => flaggedClickDetail({ id })),
    act: vi.fn<InspectApi["act"]>(async () => ({ lines: ["1 click."], changes: true, undo: null })),
    ...given,
  };
  const saved = new Map([["farms", "held signal:vpn"]]);
  const store: FilterStore = {
    read: () => saved,
    save: ({ name, text }) => {
      if (saved.has(name)) throw new CliError("conflict", `“${name}” exists already.`, "");
      saved.set(name, text);
    },
    remove: (name) => void saved.delete(name),
  };
  let report: (mouse: Mouse) => void = () => {};
  const mouse: MouseSource = {
    subscribe: (listener) => {
      report = listener;
      return () => {};
    },
  };
  const app = render(
    <InspectApp api={api} store={store} mouse={mouse} now={() => new Date()} pollMs={100} />,
  );
  const sees = (text: string) => expect.poll(app.lastFrame).toContain(text);
  const press = (keys: string) => app.stdin.write(keys);
  return { api, app, sees, press, saved, click: (mouse: Mouse) => report(mouse) };
}

describe("InspectApp", () => {
  it("does nothing before a dry run and a confirmation", async () => {
    const { api, app, sees, press } = open();
    await sees("Money at stake");
    press("l");
    await sees("Disable the link k7Gh2mQ");
    press("a farm");
    await sees("Reason: a farm");
    press("\r");
    await sees("Apply?");
    const act = { kind: "disableLink", code: "k7Gh2mQ", reason: "a farm" };
    expect(vi.mocked(api.act).mock.calls).toEqual([[act, true]]);
    press("y");
    await sees("Disable the link k7Gh2mQ: done.");
    expect(vi.mocked(api.act).mock.calls).toEqual([
      [act, true],
      [act, false],
    ]);
    app.unmount();
  });

  it("shows the server's rejection, and continues", async () => {
    const { app, sees, press } = open({
      act: async () => {
        throw new AppError("forbidden", "Your token may not do this.");
      },
    });
    await sees("Money at stake");
    press("a");
    await sees("Approve and pay");
    press("why");
    await sees("Reason: why");
    press("\r");
    await sees("Your token may not do this.");
    press("\u001b");
    await sees("Money at stake");
    app.unmount();
  });

  it("continues after the server was unreachable", async () => {
    let isAway = false;
    const { app, sees } = open({
      list: async () => {
        if (isAway) throw new AppError("unavailable", "Nothing answers.");
        return { rows: [flaggedClick()], hasMore: false };
      },
    });
    await sees("live");
    isAway = true;
    await sees("not live");
    isAway = false;
    await sees("Live again.");
    app.unmount();
  });

  it("requests the click on which the cursor rests, not those that it passes", async () => {
    const { api, app, sees, press } = open();
    await sees("Money at stake");
    const before = vi.mocked(api.show).mock.calls.length;
    press("jkj");
    await expect.poll(() => vi.mocked(api.show).mock.calls).toHaveLength(before + 1);
    expect(api.show).toHaveBeenLastCalledWith("older");
    app.unmount();
  });

  it("shows how many clicks match, and their money, in the header", async () => {
    const { api, app, sees, press } = open();
    await sees("Clicks · 1,234 held $1.851 · 1 invalid");
    press("/held\r");
    await sees("Clicks: held · 1,234 held $1.851");
    expect(vi.mocked(api.sum).mock.calls).toEqual([[{}], [{ verdict: "held" }]]);
    app.unmount();
  });

  it("copies the id of the selected click to the clipboard of the terminal, each time", async () => {
    const { app, sees, press } = open();
    await sees("Money at stake");
    const id = flaggedClick().id;
    const written = `\u001b]52;c;${Buffer.from(id).toString("base64")}\u0007`;
    const copies = () => app.frames.filter((frame) => frame === written).length;
    press("y");
    await sees(`Copied ${id}`);
    await expect.poll(copies).toBe(1);
    press("y");
    await expect.poll(copies).toBe(2);
    app.unmount();
  });

  it("shows the clicks of a link over time, and zooms", async () => {
    const { api, app, sees, press } = open();
    await sees("Money at stake");
    press("T");
    await sees("Clicks per hour (UTC): chris, Tower of Tests");
    await sees("2026-03-01 12:00:00");
    await sees("was paid");
    press("+");
    await sees("Clicks per minute");
    press("--");
    await sees("Clicks per day");
    const steps = vi.mocked(api.timeline).mock.calls.map(([{ step }]) => step);
    expect(steps).toEqual(["hour", "minute", "day"]);
    press("q");
    await sees("Money at stake");
    app.unmount();
  });

  it("saves a filter under a name, applies it with two keys, and deletes it", async () => {
    const { app, sees, press, saved } = open();
    await sees("Money at stake");
    press("F");
    await sees("There is no filter to save");
    press('/campaign:"Tower of Tests"\r');
    await sees("Clicks: campaign:");
    await sees("Money at stake");
    press("F");
    await sees("Name of this filter:");
    press("farms\r");
    await sees("exists already");
    press("\u007f\u007f\u007f\u007f\u007ftower\r");
    await sees("Saved as tower");
    expect(saved.get("tower")).toBe(`campaign:${flaggedClick().campaignId}`);
    press("f");
    await sees("> 1 farms".replace("> ", ">"));
    press("1");
    await sees("Clicks: held signal:vpn");
    press("fjd");
    await sees("Delete tower? [y/n]");
    press("n");
    press("dy");
    await expect.poll(() => [...saved.keys()]).toEqual(["farms"]);
    press("\u001b");
    await sees("Money at stake");
    app.unmount();
  });

  it("selects the row that is clicked", async () => {
    const { app, sees, click } = open();
    await sees(">?  03-01 12:04:05");
    click({ kind: "select", x: 20, y: 3 });
    await sees(">?  03-01 12:00:00");
    app.unmount();
  });

  it("requests with the typed filter", async () => {
    const { api, app, sees, press } = open();
    await sees("Money at stake");
    press("/held 10.0.0.0/8\r");
    await sees("Clicks: held 10.0.0.0/8");
    const filter = { verdict: "held", address: "10.0.0.0/8" };
    await expect.poll(() => vi.mocked(api.list).mock.lastCall).toEqual([filter, expect.anything()]);
    app.unmount();
  });
});
